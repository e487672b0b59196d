// Answers with a list of links. Each time a file named "more" appears in its folder it continues the list and finishes
// it, until it is stopped.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, pause, Wire } from './wire.ts'

new Wire((wire) => {
  let signal = ''
  return {
    'initialize': initialized('says-more'),
    'session/new': ({ cwd }) => {
      signal = join(String(cwd), 'more')
      return { sessionId: `more-${process.pid}` }
    },
    'session/prompt': async ({ sessionId }) => {
      let isCancelled = false
      void wire.cancelled(sessionId).then(() => isCancelled = true)
      const list = (from: number): void => {
        for (let index = from; index < from + 20; index++)
          wire.say(sessionId, `- a [link ${index}](https://example.org/${index})\n`)
      }
      list(0)
      for (let from = 20; !isCancelled; await pause(20)) {
        if (!existsSync(signal))
          continue
        rmSync(signal)
        list(from)
        from += 20
        wire.say(sessionId, `\nThese are ${from} links.\n\n`)
      }
      return { stopReason: 'cancelled' }
    },
  }
})
