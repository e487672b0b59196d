// Sends a permission request and a form at once, and reports the answers and how its turn ended.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('asks-two-things'),
  'session/new': () => ({ sessionId: `two-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    let isCancelled = false
    void wire.cancelled(sessionId).then(() => isCancelled = true)
    const [chosen, said] = await Promise.all([
      wire.askPermission(sessionId, { toolCallId: 'call', title: 'Look', kind: 'execute', rawInput: { command: 'ls' } }, [
        ['yes', 'Yes', 'allow_once'],
        ['no', 'No', 'reject_once'],
      ]),
      wire.request('elicitation/create', {
        sessionId,
        mode: 'form',
        message: 'Which?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      }),
    ])
    wire.say(sessionId, `Chosen: ${chosen ?? 'nothing'}. Said: ${JSON.stringify(said)}.`)
    return { stopReason: isCancelled ? 'cancelled' : 'end_turn' }
  },
}))
