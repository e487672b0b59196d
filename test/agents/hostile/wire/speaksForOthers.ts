// Sends updates and requests for one session in the turn of another. "hold" in the prompt keeps a terminal and the turn
// open until it is cancelled; "steal" acts in the name of that session.
import { dirname, join } from 'node:path'
import { initialized, type JsonObject, textOf, Wire } from '../../scripted/wire.ts'

const sessions: string[] = []
let terminalId: unknown

new Wire((wire) => {
  const command = 'echo only here'
  const askToRun = (sessionId: unknown, toolCallId: string): Promise<unknown> =>
    wire.askPermission(sessionId, { toolCallId, title: command, kind: 'execute', rawInput: { command } }, [
      ['yes', 'Yes', 'allow_once'],
      ['no', 'No', 'reject_once'],
    ])
  const answerTo = (method: string, params: JsonObject): Promise<string> =>
    wire.request(method, params).then(
      result => JSON.stringify(result),
      (error: { code: number, message: string }) => `${error.code} ${error.message}`,
    )
  return {
    'initialize': initialized('speaks-for-others'),
    'session/new': () => {
      sessions.push(`session-${process.pid}-${sessions.length}`)
      return { sessionId: sessions.at(-1) }
    },
    'session/prompt': async (params) => {
      const { sessionId } = params
      const other = sessions.find(one => one !== sessionId)
      if (textOf(params) === 'hold') {
        terminalId = (await wire.request('terminal/create', { sessionId, command: 'sleep 600' })).terminalId
        wire.say(sessionId, 'Holding.')
        await wire.cancelled(sessionId)
        return { stopReason: 'cancelled' }
      }
      await askToRun(sessionId, 'call')
      // Approvals of one session must not count in the other.
      const run = await answerTo('terminal/create', { sessionId: other, command })
      const asked = await askToRun(other, 'call')
      const ofOther = await Promise.all(
        ['terminal/output', 'terminal/kill', 'terminal/release', 'terminal/wait_for_exit'].map(method =>
          answerTo(method, { sessionId, terminalId }),
        ),
      )
      const written = await answerTo('fs/write_text_file', {
        sessionId: other,
        path: join(dirname(process.cwd()), `stolen-${process.pid}.txt`),
        content: 'x',
      })
      wire.say(other, 'Words for the other.')
      wire.update(other, { sessionUpdate: 'session_info_update', title: 'Title for the other' })
      wire.say(sessionId, `Run: ${run}. Asked: ${String(asked)}. Terminal: ${ofOther.join(', ')}. Written: ${written}.`)
      return { stopReason: 'end_turn' }
    },
  }
})
