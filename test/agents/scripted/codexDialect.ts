// Behaves like codex-acp: string request ids, output as `terminal_output_delta`, two options of the kind reject_once,
// one of which ends the turn; commands continue after their turn was cancelled.
import { initialized, runShell, textOf, Wire } from './wire.ts'

let folder = '/'
let calls = 0

new Wire(wire => ({
  'initialize': initialized('codex-dialect', { promptCapabilities: { image: true, embeddedContext: true } }),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: 'codex-1', models: { currentModelId: 'old', availableModels: [{ modelId: 'old', name: 'Of older clients' }] } }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const command = textOf(params).replace(/^run /, '')
    const toolCallId = `call_${++calls}`
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title: command,
      kind: 'execute',
      status: 'in_progress',
      rawInput: { command: ['/bin/sh', '-c', command] },
      content: [{ type: 'terminal', terminalId: toolCallId }],
      _meta: { terminal_info: { terminal_id: toolCallId, cwd: folder } },
    })
    const chosen = await wire.askPermission(sessionId, { toolCallId }, [
      ['approved', 'Yes, proceed', 'allow_once'],
      ['approved-for-session', 'Yes, and do not ask again in this session', 'allow_always'],
      ['denied', 'No, continue without running it', 'reject_once'],
      ['abort', 'No, and tell Codex what to do differently', 'reject_once'],
    ])
    // Left open on purpose: it never ends refused or cancelled calls.
    if (chosen === undefined || chosen === 'abort')
      return { stopReason: 'cancelled' }
    if (chosen !== 'denied') {
      const run = runShell(command, folder, data =>
        wire.update(sessionId, {
          sessionUpdate: 'tool_call_update',
          toolCallId,
          _meta: { terminal_output_delta: { terminal_id: toolCallId, data } },
        }))
      const ended = await Promise.race([run, wire.cancelled(sessionId)])
      // The command continues nevertheless.
      if (!ended)
        return { stopReason: 'cancelled' }
      const { code, signal } = ended
      wire.update(sessionId, {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: code === 0 ? 'completed' : 'failed',
        _meta: { terminal_exit: { terminal_id: toolCallId, exit_code: code, signal } },
      })
    }
    wire.say(sessionId, `You chose ${chosen}.`)
    return { stopReason: 'end_turn' }
  },
}), { stringIds: true })
