// Rewrites a file again and again, as `FILE TIMES PAUSE_MS` of the prompt says, each time with another line in it, and speaks meanwhile.
import { join } from 'node:path'
import { initialized, pause, textOf, Wire } from './wire.ts'

let folder = '.'

new Wire(wire => ({
  'initialize': initialized('rewrites-file'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: `rewrites-${process.pid}` }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const [name, times, pauseMs] = textOf(params).split(' ')
    const path = join(folder, name!)
    if (times === undefined) {
      wire.say(sessionId, `See ${name}.`)
      return { stopReason: 'end_turn' }
    }
    for (let round = 0; round < Number(times); round++) {
      const { content } = await wire.request('fs/read_text_file', { sessionId, path })
      const lines = String(content).split('\n')
      lines[(round * 300 + 150) % lines.length] = `changed in round ${round}`
      await wire.request('fs/write_text_file', { sessionId, path, content: lines.join('\n') })
      wire.say(sessionId, `Round ${round} is done, and **another** one follows.\n\n`)
      await pause(Number(pauseMs))
    }
    return { stopReason: 'end_turn' }
  },
}))
