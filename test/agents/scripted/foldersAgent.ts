// Supports additional folders (not with ONE_FOLDER); reports how its session was opened, and reads, writes or runs in
// the folder that a prompt names.
import { initialized, type JsonObject, textOf, Wire } from './wire.ts'

let handed: JsonObject = {}
const sessionCapabilities = { resume: {}, ...process.env.ONE_FOLDER ? {} : { additionalDirectories: {} } }

new Wire((wire) => {
  const attempt = async (sessionId: unknown, method: string, params: JsonObject): Promise<JsonObject> =>
    wire.request(method, { sessionId, ...params }).then(
      (result) => {
        wire.say(sessionId, `${method} done`)
        return result
      },
      (error: Error) => {
        wire.say(sessionId, `${method} refused: ${error.message}`)
        return {}
      },
    )
  return {
    'initialize': initialized('folders', { sessionCapabilities }),
    'session/new': (params) => {
      handed = { ...params, how: 'new' }
      return { sessionId: `folders-${process.pid}-${Date.now()}` }
    },
    'session/resume': params => void (handed = { ...params, how: 'resume' }),
    'session/prompt': async (params) => {
      const { sessionId } = params
      const [what = '', path = ''] = textOf(params).split(' ')
      if (what === 'opened') {
        wire.say(
          sessionId,
          `\`${JSON.stringify({ how: handed.how, cwd: handed.cwd, additionalDirectories: handed.additionalDirectories })}\``,
        )
      }
      if (what === 'write')
        await attempt(sessionId, 'fs/write_text_file', { path, content: 'from the agent' })
      if (what === 'run') {
        const { terminalId } = await attempt(sessionId, 'terminal/create', { command: 'pwd', cwd: path })
        if (terminalId !== undefined)
          await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
      }
      return { stopReason: 'end_turn' }
    },
  }
})
