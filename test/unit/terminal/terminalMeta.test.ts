import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { expect, it } from 'vitest'
import { extractTerminalMeta } from '../../../src/main/terminal/terminalMeta'

function makeToolUpdate(meta: unknown, more: object = {}): SessionUpdate {
  return { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', _meta: meta, ...more } as SessionUpdate
}

it('reads the terminal of a tool call', () => {
  const update = {
    ...makeToolUpdate({ terminal_info: { terminal_id: 't1', cwd: '/work' } }, { title: 'List files', rawInput: { command: 'ls -l' } }),
    sessionUpdate: 'tool_call',
  } as SessionUpdate
  expect(extractTerminalMeta(update)).toEqual({ update, info: { terminalId: 't1', cwd: '/work', commandLine: 'ls -l' } })
})

it('removes output from the update, so that it is stored once', () => {
  const update = makeToolUpdate({ terminal_output: { terminal_id: 't1', data: 'text' }, claudeCode: { toolName: 'Bash' } })
  expect(extractTerminalMeta(update)).toEqual({
    update: makeToolUpdate({ claudeCode: { toolName: 'Bash' } }),
    output: { terminalId: 't1', data: 'text' },
  })
})

it('logs nothing for an update with only output', () => {
  expect(extractTerminalMeta(makeToolUpdate({ terminal_output_delta: { terminal_id: 't1', data: 'more' } }))).toEqual({
    output: { terminalId: 't1', data: 'more' },
  })
})

it('assigns a delta without an id to the tool call\'s terminal', () => {
  const { output } = extractTerminalMeta(makeToolUpdate({ terminal_output_delta: { data: 'more' } }))
  expect(output).toEqual({ terminalId: 'call-1', data: 'more' })
})

it('reads output once if it is sent in both ways', () => {
  const taken = extractTerminalMeta(
    makeToolUpdate({ terminal_output: { terminal_id: 't1', data: 'text' }, terminal_output_delta: { data: 'text' } }),
  )
  expect(taken.output).toEqual({ terminalId: 't1', data: 'text' })
})

it.each([
  [{ terminal_id: 't1', exit_code: 2, signal: null }, { terminalId: 't1', exitCode: 2, signal: null }],
  [{ terminal_id: 't1', exit_code: null, signal: 'SIGTERM' }, { terminalId: 't1', exitCode: null, signal: 'SIGTERM' }],
  [{ exit_code: 'nonsense' }, { terminalId: 'call-1', exitCode: null, signal: null }],
])('reads the exit %j', (exit, expected) => {
  expect(extractTerminalMeta(makeToolUpdate({ terminal_exit: exit })).exit).toEqual(expected)
})

it.each([
  null,
  undefined,
  'text',
  7,
  [],
  { terminal_info: 'x' },
  { terminal_info: { terminal_id: 7 } },
  { terminal_output: { terminal_id: 't', data: 7 } },
  { terminal_exit: [] },
])('keeps an update with the meta %j unchanged', (meta) => {
  const update = makeToolUpdate(meta)
  expect(extractTerminalMeta(update)).toEqual({ update })
})

it('keeps updates about anything but tool calls unchanged', () => {
  const update = {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text: 'x' },
    _meta: { terminal_output: { terminal_id: 't', data: 'x' } },
  } as SessionUpdate
  expect(extractTerminalMeta(update)).toEqual({ update })
})
