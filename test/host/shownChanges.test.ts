import type { TestThread } from '../support/testThread'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getPermissionFacts } from '../../src/shared/permission/permissionFacts'
import { openPermissions } from '../../src/shared/thread/selectors'
import { hostile } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]
function ask(call: object): unknown {
  return { ask: ['session/request_permission', { toolCall: { toolCallId: 'call', ...call }, options }] }
}
const say = (update: object): unknown => ({ update: { toolCallId: 'call', ...update } })
const read = (path: string): unknown => ({ ask: ['fs/read_text_file', { path }] })
const write = (path: string, content: string): unknown => ({ ask: ['fs/write_text_file', { path, content }] })
const diff = (path: string, oldText: string | null | undefined, newText: string): unknown => ({ type: 'diff', path, oldText, newText })

interface Stage {
  readonly host: TestHost
  readonly thread: TestThread
  readonly inside: string
  readonly outside: string
  readonly play: (...steps: unknown[]) => Promise<void>
}

/** `name`: the name of its program. */
async function puppet(name?: string): Promise<Stage> {
  const { command, args, env } = hostile('puppet')
  const shim = join(temporaryFolder('parley-shim-'), name ?? 'puppet')
  await writeFile(shim, `#!/bin/sh\nexec "${command}" "${args.join('" "')}" "$@"\n`, { mode: 0o755 })
  const host = await testHost({ agents: { Puppet: name === undefined ? { command, args, env } : { command: shim, args: [], env } } })
  const outside = join(temporaryFolder('parley-elsewhere-'), 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'there.txt'), 'one\ntwo\nthree\n')
  await writeFile(join(host.workspace, 'package.json'), '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n')
  const thread = await host.startThread('Puppet')
  return { host, thread, inside: host.workspace, outside, play: (...steps) => thread.send(JSON.stringify(steps)) }
}

/** The facts of the open question, as the window reads them. */
async function factsOf(thread: TestThread): Promise<ReturnType<typeof getPermissionFacts>> {
  const { request, asked } = await thread.permission()
  return getPermissionFacts(request, asked)
}

/** Answers each question with the given option, and returns their subjects. */
async function answering(thread: TestThread, optionIds: readonly string[]): Promise<string[]> {
  const before = thread.turnEnds.length
  const asked: string[] = []
  for (;;) {
    await thread.until(() => openPermissions(thread.transcript).length > 0 || thread.turnEnds.length > before)
    if (thread.turnEnds.length > before)
      return asked
    const { request } = openPermissions(thread.transcript)[0]!
    await thread.answer(optionIds[asked.length] ?? 'deny', request.requestId)
    asked.push(request.subject?.kind ?? 'agent')
    await thread.until(() => !openPermissions(thread.transcript).some(question => question.request.requestId === request.requestId))
  }
}

describe('a diff in a permission request', () => {
  it.each([
    ['null as the old text', null],
    ['an empty old text', ''],
    ['no old text', undefined],
    ['an old text that the file does not contain', 'something else\n'],
  ])('is compared with the file on disk: %s', async (_, oldText) => {
    const { thread, inside, play } = await puppet()
    const path = join(inside, 'package.json')
    await play(ask({ title: 'Write', kind: 'edit', content: [diff(path, oldText, '{}\n')] }))
    const { diffs } = await factsOf(thread)
    expect(diffs).toMatchObject([{ path, oldText: '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n', newText: '{}\n' }])
    expect(diffs[0]!.doubt).toBe(oldText === 'something else\n' ? 'differs' : undefined)
    await thread.cancel()
  })

  it('contains a new file in full, and only the changed lines of an existing one', async () => {
    const { thread, inside, play } = await puppet()
    await play(ask({
      kind: 'edit',
      content: [diff(join(inside, 'new.txt'), null, 'a\n'), diff(join(inside, 'package.json'), '"version": "1.0.0"', '"version": "2.0.0"')],
    }))
    expect((await factsOf(thread)).diffs).toEqual([
      { path: join(inside, 'new.txt'), oldText: null, newText: 'a\n' },
      { path: join(inside, 'package.json'), oldText: '"version": "1.0.0"', newText: '"version": "2.0.0"', firstLine: 3 },
    ])
    await thread.cancel()
  })

  it('is derived from the input if the call has none, whatever the fields are called', async () => {
    const { thread, inside, play } = await puppet()
    const path = join(inside, 'package.json')
    const inputs = [{ file_path: path, content: '{}\n' }, { filePath: path, contents: '{}\n' }, { fileName: path, file_text: '{}\n' }]
    for (const [index, rawInput] of inputs.entries()) {
      await play(ask({ toolCallId: `c${index}`, title: 'Write', kind: 'edit', rawInput }))
      const facts = await factsOf(thread)
      expect(facts).toMatchObject({ isBlind: false, further: [], paths: [] })
      expect(facts.diffs).toEqual([{ path, oldText: '{\n  "name": "shop",\n  "version": "1.0.0"\n}\n', newText: '{}\n' }])
      await thread.cancel()
      await thread.turnEnd()
    }
  })

  it('says if its file cannot be shown or compared', async () => {
    const { thread, inside, outside, play } = await puppet()
    await symlink(outside, join(inside, 'out'))
    await writeFile(join(inside, 'data.bin'), Uint8Array.of(0, 255, 254, 0))
    await writeFile(join(inside, '.env'), 'KEY=secret\n')
    await play(ask({ kind: 'edit', content: ['data.bin', '.env', 'out/there.txt'].map(path => diff(path, null, 'x')) }))
    const { diffs } = await factsOf(thread)
    expect(diffs.map(({ doubt }) => doubt)).toEqual(['not_shown', 'not_shown', 'not_compared'])
    expect(JSON.stringify(diffs)).not.toContain('secret')
    await thread.cancel()
  })
})

describe('a permission request', () => {
  it('includes the write that Kimi described in an earlier update', async () => {
    const { thread, inside, play } = await puppet()
    const path = join(inside, 'kit-note.txt')
    await play(
      say({ sessionUpdate: 'tool_call', title: 'Write', kind: 'edit', content: [] }),
      say({
        sessionUpdate: 'tool_call_update',
        content: [{ type: 'content', content: { type: 'text', text: JSON.stringify({ path, content: 'hello\n' }) } }],
      }),
      ask({ title: 'Write', content: [{ type: 'content', content: { type: 'text', text: `Requesting approval to Writing ${path}` } }] }),
    )
    const facts = await factsOf(thread)
    expect(facts).toMatchObject({ isBlind: false, diffs: [{ path, oldText: null, newText: 'hello\n' }], paths: [] })
    expect(facts.words).toEqual(['Write', `Requesting approval to Writing ${path}`])
    await thread.cancel()
  })

  it.each<[string, object, object, object]>([
    ['a diff', { content: [diff('/w/a.txt', 'a', 'b')] }, { content: [] }, { diffs: [{ path: '/w/a.txt', newText: 'b' }] }],
    ['an input', { rawInput: { command: 'curl x | sh' } }, { rawInput: {} }, { commandLine: 'curl x | sh' }],
    ['a location', { locations: [{ path: '/w/a.txt' }] }, { locations: [] }, { paths: ['/w/a.txt'] }],
    [
      'a text',
      { content: [{ type: 'content', content: { type: 'text', text: 'All of it goes' } }] },
      { content: [{ type: 'content', content: { type: 'text', text: 'May I?' } }] },
      { words: ['Do it', 'May I?', 'All of it goes'] },
    ],
  ])('includes %s that only an earlier update of the call contained', async (_, before, asked, shown) => {
    const { thread, play } = await puppet()
    await play(say({ sessionUpdate: 'tool_call', title: 'Do it', kind: 'execute', ...before }), ask(asked))
    expect(await factsOf(thread)).toMatchObject(shown)
    await thread.cancel()
  })
})

describe('the answer to a permission request', () => {
  it('covers reads and the shown write of a file outside the workspace', async () => {
    const { thread, outside, play } = await puppet()
    const path = join(outside, 'there.txt')
    await play(
      ask({ kind: 'edit', title: 'Write', content: [diff(path, 'two', 'zwei')] }),
      read(path),
      write(path, 'one\nzwei\nthree\n'),
    )
    expect(await answering(thread, ['yes'])).toEqual(['agent'])
    expect(await readFile(path, 'utf8')).toBe('one\nzwei\nthree\n')
  })

  it('covers reads of a file outside the workspace', async () => {
    const { thread, outside, play } = await puppet()
    const path = join(outside, 'there.txt')
    await play(ask({ kind: 'read', title: 'Read', rawInput: { path }, locations: [{ path, line: 1 }] }), read(path), read(path))
    expect(await answering(thread, ['yes'])).toEqual(['agent'])
    expect(thread.text.match(/"content":"one/g)).toHaveLength(2)
  })

  it('covers the folder of its command outside the workspace', async () => {
    const { thread, outside, play } = await puppet()
    await play(
      ask({ kind: 'execute', title: 'Run', rawInput: { command: 'pwd', cwd: outside } }),
      { ask: ['terminal/create', { command: 'pwd', cwd: outside }] },
    )
    expect(await answering(thread, ['yes'])).toEqual(['agent'])
    expect(thread.text).toContain('"terminalId"')
  })

  it('covers no other file or content, no write after a read, and no protected file', async () => {
    const { thread, outside, play } = await puppet()
    const path = join(outside, 'there.txt')
    await writeFile(join(outside, '.env'), 'KEY=1')
    await play(
      ask({ kind: 'edit', title: 'Write', content: [diff(path, 'two', 'zwei')] }),
      write(path, 'one\nzwei\nthree\nevil\n'),
      write(join(outside, 'other.txt'), 'one\nzwei\nthree\n'),
      ask({ toolCallId: 'c2', kind: 'read', title: 'Read', rawInput: { path: join(outside, 'second.txt') } }),
      write(join(outside, 'second.txt'), 'x'),
      ask({ toolCallId: 'c3', kind: 'read', title: 'Read', rawInput: { path: join(outside, '.env') } }),
      read(join(outside, '.env')),
    )
    expect(await answering(thread, ['yes', 'deny', 'deny', 'yes', 'deny', 'yes', 'deny']))
      .toEqual(['agent', 'path', 'path', 'agent', 'path', 'agent', 'protected_file'])
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n')
  })

  it('denies a rejected write without another question until the turn ends', async () => {
    const { thread, inside, outside, play } = await puppet()
    const path = join(outside, 'there.txt')
    await play(
      ask({ kind: 'edit', title: 'Write', content: [diff(path, null, 'x')] }),
      write(path, 'x'),
      ask({ toolCallId: 'c2', kind: 'edit', title: 'Write', content: [diff(join(inside, 'package.json'), null, 'x')] }),
      write(join(inside, 'package.json'), 'x'),
    )
    expect(await answering(thread, ['no', 'no'])).toEqual(['agent', 'agent'])
    expect(thread.text.match(/fs\/write_text_file failed/g)).toHaveLength(2)
    expect(await readFile(join(inside, 'package.json'), 'utf8')).toContain('shop')
    await play(write(join(inside, 'package.json'), 'x'))
    expect(await answering(thread, [])).toEqual([])
    expect(await readFile(join(inside, 'package.json'), 'utf8')).toBe('x')
  })

  it.each([
    ['kimi', 2],
    ['other', 4],
  ])('is not needed for files that Kimi looks for in every folder: %s asks %i times', async (name, questions) => {
    const { thread, outside, play } = await puppet(name)
    await mkdir(join(outside, '.kimi-code'))
    await writeFile(join(outside, '.kimi-code/AGENTS.md'), 'instructions')
    await play(...['.kimi-code/AGENTS.md', 'agents.md', 'there.txt', 'notes.md'].map(path => read(join(outside, path))))
    expect(await answering(thread, [])).toHaveLength(questions)
    expect(thread.text).not.toContain('instructions')
    expect(thread.text.match(/File not found/g) ?? []).toHaveLength(4 - questions)
  })
})
