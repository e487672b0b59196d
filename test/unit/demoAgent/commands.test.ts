import { expect, it } from 'vitest'
import { startDemo } from '../../support/demoClient'

it('runs a command and observes its output as it grows', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'run for i in 1 2 3; do echo $i; sleep 0.3; done')
  expect(demo.said).toMatch(/ended with exit code 0 .* grow: (0, )?1, 2, 3 lines/)
})

it('runs exactly the command shown in the question', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'run echo "a  b"')
  expect(demo.permissions[0]?.toolCall.rawInput).toEqual({ command: 'echo "a  b"', cwd: demo.folder })
  expect(demo.terminals.created[0]).toMatchObject({ command: 'echo "a  b"', cwd: demo.folder })
  expect(demo.terminals.created[0]?.args ?? []).toEqual([])
})

it('embeds the terminal in the tool call, and releases it after the command', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'short')
  expect(demo.of('tool_call')[0]).toMatchObject({ kind: 'execute', status: 'pending' })
  expect(demo.of('tool_call_update')[0]).toMatchObject({ status: 'in_progress', content: [{ type: 'terminal', terminalId: 'terminal-1' }] })
  expect(demo.terminals.released).toEqual(['terminal-1'])
})

it('does not run commands that the person rejects', async () => {
  const demo = await startDemo({ answers: 'reject_once' })
  await demo.prompt(await demo.newSession(), 'run ls')
  expect(demo.terminals.created).toEqual([])
  expect(demo.said).toContain('You said no')
})

it('runs no command if the client offers no terminals, and reports that', async () => {
  const demo = await startDemo({ capabilities: { fs: { readTextFile: true } } })
  expect(await demo.prompt(await demo.newSession(), 'run ls')).toBe('end_turn')
  expect(demo.said).toContain('this client does not offer terminals')
  expect(demo.terminals.created).toEqual([])
  expect(demo.permissions).toEqual([])
})

it('reports a failing command with its exit code', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'failing')
  expect(demo.said).toContain('ended with exit code 3')
  expect(demo.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed', rawOutput: { exitCode: 3 } })
})

it('runs an interactive command that waits for input', async () => {
  const demo = await startDemo()
  const turn = demo.prompt(await demo.newSession(), 'interactive')
  await demo.until(() => demo.terminals.created.length === 1)
  demo.terminals.type('terminal-1', 'Ada\n')
  expect(await turn).toBe('end_turn')
  expect(demo.said).toContain('ended with exit code 0')
})

it('kills a command that takes too long and keeps its output', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'timeout')
  expect(demo.terminals.killed).toEqual(['terminal-1'])
  expect(demo.said).toMatch(/was stopped by SIGTERM .* grow: /)
})

it('runs a command without asking, so that the client must ask', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'unasked')
  expect(demo.permissions).toEqual([])
  expect(demo.terminals.created).toHaveLength(1)
})

it('runs several commands at the same time', async () => {
  const demo = await startDemo()
  await demo.prompt(await demo.newSession(), 'several at once')
  expect(demo.permissions).toHaveLength(3)
  expect(demo.terminals.released.toSorted()).toEqual(['terminal-1', 'terminal-2', 'terminal-3'])
  expect(demo.said).toContain('All three are done')
})

it('ends an endless command when the turn is cancelled', async () => {
  const demo = await startDemo()
  const sessionId = await demo.newSession()
  const turn = demo.prompt(sessionId, 'endless')
  await demo.until(() => demo.terminals.created.length === 1)
  await demo.cancel(sessionId)
  expect(await turn).toBe('cancelled')
  expect(demo.terminals.released).toEqual(['terminal-1'])
})
