// Answers `session/new` with ANSWER, and correctly once the file "mended" exists in its folder.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('strange-session'),
  'session/new': ({ cwd }) =>
    existsSync(join(String(cwd), 'mended'))
      ? { sessionId: 'right' }
      : { toJSON: () => JSON.parse(process.env.ANSWER ?? 'null') as unknown },
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'Here I am.')
    return { stopReason: 'end_turn' }
  },
}))
