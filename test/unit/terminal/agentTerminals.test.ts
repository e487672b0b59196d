import { expect, it } from 'vitest'
import { useTerminals } from './testTerminals'

const testTerminals = useTerminals()

it('shows a terminal that the agent runs itself, from its start to its exit', () => {
  const { terminals, ended } = testTerminals()
  expect(terminals.agentTerminals.receive({ info: { terminalId: 't1', cwd: '/work', commandLine: 'ls' } }).started).toMatchObject({
    commandLine: 'ls',
    source: 'agent',
  })
  expect(terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'one\n' } })).toEqual({})
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'two' }, exit: { terminalId: 't1', exitCode: 1, signal: null } })
  expect(terminals.view('t1')).toMatchObject({
    commandLine: 'ls',
    cwd: '/work',
    source: 'agent',
    state: 'exited',
    exit: { exitCode: 1, signal: null },
    output: 'one\r\ntwo',
  })
  expect(ended.map(view => view.terminalId)).toEqual(['t1'])
})

it('keeps output that arrives before the terminal is described', () => {
  const { terminals } = testTerminals()
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'early ' } })
  terminals.agentTerminals.receive({ info: { terminalId: 't1', commandLine: 'make' } })
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'late' } })
  expect(terminals.view('t1')).toMatchObject({ commandLine: 'make', output: 'early late' })
})

it('converts line endings for a terminal, in any chunking', () => {
  const { terminals } = testTerminals()
  for (const data of ['a\n', '\nb\r', '\nc\r', 'd\r\n'])
    terminals.agentTerminals.receive({ output: { terminalId: 't1', data } })
  expect(terminals.view('t1')?.output).toBe('a\r\n\r\nb\r\nc\rd\r\n')
})

it('a terminal that the agent runs cannot be used with the terminal methods', () => {
  const { terminals } = testTerminals()
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'x' } })
  expect(() => terminals.find('t1')).toThrow('Terminal t1 not found')
})

it('an agent cannot write into a terminal that Parley runs', async () => {
  const { terminals, run } = testTerminals()
  const terminal = run('echo real')
  await terminal.waitForExit()
  expect(terminals.agentTerminals.receive({ output: { terminalId: terminal.terminalId, data: 'forged' } })).toEqual({})
  expect(terminals.view(terminal.terminalId)?.output).toBe('real\r\n')
})

it('sends the output of an agent\'s terminal only to its watchers', () => {
  const { terminals, watch } = testTerminals()
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'a\n' } })
  const watcher = watch('t1')
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'b\n' } })
  watcher.stop()
  terminals.agentTerminals.receive({ output: { terminalId: 't1', data: 'c\n' } })
  expect(watcher.received).toEqual([{ terminalId: 't1', data: 'b\r\n', offset: 6 }])
})
