import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it('reads a file and reports its number of lines', async () => {
  const demo = await startDemo()
  await writeFile(join(demo.folder, 'notes.txt'), 'one\ntwo\n')
  await demo.prompt(await demo.newSession(), 'read notes.txt')
  expect(demo.said).toContain('2 lines')
  expect(demo.of('tool_call')[0]).toMatchObject({ kind: 'read', locations: [{ path: join(demo.folder, 'notes.txt') }] })
  expect(demo.of('tool_call_update').at(-1)).toMatchObject({ status: 'completed' })
})

it('reads a file that the prompt mentions with @', async () => {
  const demo = await startDemo()
  await writeFile(join(demo.folder, 'notes.txt'), 'one\n')
  await demo.prompt(await demo.newSession(), 'read @notes.txt')
  expect(demo.said).toContain('1 line')
})

it('reads, changes and writes a file', async () => {
  const demo = await startDemo()
  const path = join(demo.folder, 'notes.txt')
  await writeFile(path, 'hello world\n')
  await demo.prompt(await demo.newSession(), 'edit notes.txt world -> moon')
  expect(demo.permissions[0]?.toolCall.content).toEqual([{ type: 'diff', path, oldText: 'hello world\n', newText: 'hello moon\n' }])
  expect(await readFile(path, 'utf8')).toBe('hello moon\n')
  expect(demo.of('tool_call_update').at(-1)?.status).toBe('completed')
})

it('asks with all four kinds of option before it writes', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'write hello.txt Good morning')
  expect(demo.permissions[0]?.options.map(option => option.kind)).toEqual(['allow_once', 'allow_always', 'reject_once', 'reject_always'])
  expect(demo.permissions[0]?.toolCall.content).toMatchObject([{ type: 'diff', oldText: null }])
  expect(await readFile(join(demo.folder, 'hello.txt'), 'utf8')).toBe('Good morning\n')
})

it('writes nothing when the person says no', async () => {
  const demo = await startDemo({ answers: 'reject_once' })
  expect(await demo.prompt(await demo.newSession(), 'write hello.txt')).toBe('end_turn')
  await expect(readFile(join(demo.folder, 'hello.txt'))).rejects.toThrow('ENOENT')
  expect(demo.of('tool_call_update').at(-1)?.status).toBe('failed')
  expect(demo.said).toContain('You said no')
})

it('remembers "always" only for the file in question', async () => {
  const demo = await startDemo({ answers: 'allow_always' })
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'write one.txt')
  await demo.prompt(sessionId, 'write one.txt again')
  expect(demo.permissions).toHaveLength(1)
  await demo.prompt(sessionId, 'write two.txt')
  expect(demo.permissions).toHaveLength(2)
})

it('reports that a file outside the workspace was rejected', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'outside')
  expect(demo.said).toContain('File access denied: path outside workspace')
  expect(demo.of('tool_call_update').at(-1)?.status).toBe('failed')
})

it('reports that it cannot read or write if the client does not offer files', async () => {
  const demo = await startDemo({ capabilities: {} })
  const sessionId = await demo.newSession()
  await demo.prompt(sessionId, 'read notes.txt')
  await demo.prompt(sessionId, 'write notes.txt')
  expect(demo.said).toContain('does not offer files')
  expect(demo.said).toContain('does not let its agents write files')
  expect(demo.of('tool_call')).toEqual([])
})

it('does not treat "write a poem" as a request to write a file', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'write a poem')
  expect(demo.permissions).toEqual([])
  expect(demo.said).toContain('Tell me which file')
})
