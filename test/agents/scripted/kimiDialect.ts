import type { JsonObject } from './wire.ts'
// Talks like kimi-code: commands as `bash -c`, output polled every 250 ms and cut by length, the card's terminal replaced by text at the
// end.
import { initialized, pause, textOf, Wire } from './wire.ts'

let folder = '/'
let calls = 0

new Wire(wire => ({
  'initialize': initialized('kimi-dialect', { sessionCapabilities: { close: {} } }),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: 'kimi-1' }
  },
  'session/close': () => ({}),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const command = textOf(params).replace(/^run /, '')
    const toolCallId = `0:call_${++calls}`
    const update = (fields: JsonObject) => wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, ...fields })
    let isCancelled = false
    void wire.cancelled(sessionId).then(() => isCancelled = true)
    wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId, title: 'Bash', kind: 'execute', status: 'pending' })
    const chosen = await wire.askPermission(sessionId, { toolCallId, title: `Requesting approval to run \`${command}\`` }, [
      ['approve', 'Approve once', 'allow_once'],
      ['approve_for_session', 'Approve for this session', 'allow_always'],
      ['reject', 'Reject', 'reject_once'],
    ])
    if (chosen === undefined)
      return { stopReason: 'cancelled' }
    if (chosen === 'reject') {
      update({ status: 'failed' })
      return { stopReason: 'end_turn' }
    }
    // What will run is told only after the approval.
    update({ status: 'in_progress', rawInput: { command, timeout: 60 } })
    const { terminalId } = await wire.request('terminal/create', {
      sessionId,
      command: '/bin/bash',
      args: ['-c', `cd ${folder} && ${command}`],
      env: [
        { name: 'NO_COLOR', value: '1' },
        { name: 'TERM', value: 'dumb' },
      ],
      cwd: folder,
      outputByteLimit: 4_194_304,
    })
    update({ content: [{ type: 'terminal', terminalId }] })
    let seen = ''
    for (let ended = false; !ended;) {
      await pause(isCancelled ? 0 : 250)
      if (isCancelled)
        await wire.request('terminal/kill', { sessionId, terminalId })
      const { output, exitStatus } = await wire.request('terminal/output', { sessionId, terminalId })
      seen += String(output).slice(seen.length)
      ended = exitStatus !== undefined && exitStatus !== null
    }
    await wire.request('terminal/release', { sessionId, terminalId })
    update({ status: isCancelled ? 'failed' : 'completed', content: [{ type: 'content', content: { type: 'text', text: seen } }] })
    wire.say(sessionId, `I saw ${seen.length} characters.`)
    return { stopReason: isCancelled ? 'cancelled' : 'end_turn' }
  },
}))
