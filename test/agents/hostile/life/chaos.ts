// Acts at random (SEED): asks, responds twice, to unknown requests or after the end, withdraws, and dies at any point.
// Writes the answers to its questions to REPORT.
import { appendFileSync } from 'node:fs'
import { initialized, type JsonObject, pause, textOf, Wire, WireError } from '../../scripted/wire.ts'

let state = Number(process.env.SEED ?? 1) + process.pid
function chance(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor(state / 2 ** 32 * below)
}
const report = (line: JsonObject): void => appendFileSync(process.env.REPORT!, `${JSON.stringify(line)}\n`)

let calls = 0
let sessions = 0
const options = [['yes', 'Yes', 'allow_once'], ['ever', 'Always', 'allow_always'], ['no', 'No', 'reject_once']]
  .map(([optionId, name, kind]) => ({ optionId, name, kind }))

new Wire((wire) => {
  const ask = (sessionId: unknown, more: JsonObject): void => {
    const toolCallId = `call-${process.pid}-${++calls}`
    wire.request('session/request_permission', { sessionId, toolCall: { toolCallId, title: 'A call', ...more }, options }).then(
      result => report({ toolCallId, result }),
      (error: WireError) => report({ toolCallId, code: error.code }),
    )
    if (chance(4) === 0)
      wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: ['completed', 'failed', 'in_progress'][chance(3)] })
    if (chance(6) === 0)
      wire.withdraw()
  }
  const quietly = (method: string, params: JsonObject): void => void wire.request(method, params).catch(() => undefined)
  const command = (sessionId: unknown): void => ask(sessionId, { kind: 'execute', rawInput: { command: 'true' } })
  const deeds: readonly ((sessionId: unknown, id: unknown) => unknown)[] = [
    sessionId => wire.say(sessionId, 'Words. '),
    command,
    command,
    sessionId => ask(sessionId, { kind: 'edit', locations: [{ path: '/tmp/x' }] }),
    sessionId => ask(sessionId, { kind: 'switch_mode', title: 'Plan', rawInput: { plan: '# A plan\n' } }),
    sessionId => quietly('terminal/create', { sessionId, command: 'true' }),
    sessionId => quietly('fs/write_text_file', { sessionId, path: `${process.cwd()}/made`, content: 'x' }),
    sessionId => quietly('fs/read_text_file', { sessionId, path: '/etc/hostname' }),
    sessionId => quietly('elicitation/create', {
      sessionId,
      mode: 'form',
      message: 'Which?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }),
    (_, id) => wire.write({ id, result: { stopReason: 'end_turn' } }),
    (_, id) => wire.write({ id, error: { code: -32603, message: 'No' } }),
    () => wire.write({ id: chance(50), result: { outcome: { outcome: 'selected', optionId: 'yes' } } }),
    () => wire.write({ id: null, result: null, error: null }),
    sessionId => wire.update(sessionId, { sessionUpdate: 'current_mode_update', currentModeId: ['ask', 'yolo', 'gone'][chance(3)] }),
    () => wire.update('another', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Nobody\'s.' } }),
    sessionId => wire.update(sessionId, { sessionUpdate: 'plan', entries: [{ content: 'A', priority: 'low', status: 'pending' }] }),
    () => wire.withdraw(),
    () => pause(chance(30)),
    () => pause(chance(30)),
    sessionId => chance(3) === 0 ? wire.cancelled(sessionId) : undefined,
    () => pause(chance(300)),
    () => pause(chance(300)),
    () => chance(8) === 0 ? process.exit(chance(2)) : undefined,
    () => chance(8) === 0 ? process.kill(process.pid, 'SIGKILL') : undefined,
    () => chance(8) === 0 ? process.stdout.write('{"jsonrpc":"2.0","id":', () => process.exit(1)) : undefined,
  ]
  const session = (): JsonObject => ({
    sessionId: `chaos-${process.pid}-${++sessions}`,
    modes: { currentModeId: 'ask', availableModes: ['ask', 'yolo'].map(id => ({ id, name: id })) },
  })
  const perhaps = (result: JsonObject): JsonObject => {
    if (chance(12) === 0)
      throw new WireError(chance(4) === 0 ? -32000 : -32603, 'Not now')
    return result
  }
  return {
    'initialize': initialized('chaos', { loadSession: true, sessionCapabilities: { fork: {}, close: {}, resume: {}, list: {} } }, {
      _meta: { steering: { supported: true } },
      authMethods: [{ id: 'in', name: 'Sign in' }],
    }),
    'authenticate': () => perhaps({}),
    'session/new': () => perhaps(session()),
    'session/fork': () => perhaps(session()),
    'session/load': () => perhaps({}),
    'session/resume': () => perhaps({}),
    'session/set_mode': () => perhaps({}),
    '_session/steering': () => perhaps({ outcome: ['injected', 'failed', 'promptRequired', 'startedNewTurn'][chance(4)] }),
    'session/prompt': async ({ sessionId, ...params }, id) => {
      if (textOf(params) === 'be good') {
        wire.say(sessionId, 'Good.')
        return { stopReason: 'end_turn' }
      }
      for (let deed = chance(12); deed >= 0; deed--)
        await deeds[chance(deeds.length)]!(sessionId, id)
      if (chance(3) === 0)
        void pause(chance(50)).then(() => deeds[chance(8)]!(sessionId, id)) // after the exit
      return perhaps({ stopReason: ['end_turn', 'cancelled', 'refusal', 'max_tokens'][chance(4)] })
    },
  }
})
