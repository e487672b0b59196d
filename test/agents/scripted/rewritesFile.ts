// Rewrites a file until it is stopped, every PAUSE_MS (`FILE PAUSE_MS` in the prompt), each time with one changed line;
// speaks 200 tokens a second in between.
import { join } from 'node:path'
import { initialized, pause, textOf, Wire } from './wire.ts'

const tokenMs = 5
const saidEachMs = 20
const markdown = 'A sentence with `code`, **weight** and a [link](https://example.org) that goes on.\n\n- one point\n- another\n\n'
const words = markdown.split(/(?<=\s)/)

let folder = '.'

new Wire(wire => ({
  'initialize': initialized('rewrites-file'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: `rewrites-${process.pid}` }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const [name, pauseMs] = textOf(params).split(' ')
    if (pauseMs === undefined) {
      wire.say(sessionId, `See ${name}.`)
      return { stopReason: 'end_turn' }
    }
    const path = join(folder, name!)
    let isCancelled = false
    void wire.cancelled(sessionId).then(() => isCancelled = true)
    for (let round = 0; !isCancelled; round++) {
      const { content } = await wire.request('fs/read_text_file', { sessionId, path })
      const lines = String(content).split('\n')
      lines[(round * 300 + 150) % lines.length] = `changed in round ${round}`
      await wire.request('fs/write_text_file', { sessionId, path, content: lines.join('\n') })
      const begun = Date.now()
      for (let said = 0, due = 0; !isCancelled && due < Number(pauseMs); due = Date.now() - begun) {
        for (; said < due / tokenMs; said++)
          wire.say(sessionId, words[said % words.length]!)
        await pause(saidEachMs)
      }
    }
    return { stopReason: 'cancelled' }
  },
}))
