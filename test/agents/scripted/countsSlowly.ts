// Counts to the number in its prompt, a word every few milliseconds, even without a client. Appends each call to the
// file `calls` in SCRIPTED_STATE.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSessionId, recall, remember } from './rememberedSessions.ts'
import { initialized, pause, textOf, Wire } from './wire.ts'

const called = (method: string): void => appendFileSync(join(process.env.SCRIPTED_STATE!, 'calls'), `${method}\n`)
const abilities = process.env.ABILITIES === 'load' ? { loadSession: true } : { sessionCapabilities: { resume: {} } }

new Wire(wire => ({
  'initialize': initialized('counts', abilities),
  'session/new': () => {
    called('new')
    const sessionId = newSessionId('counts')
    remember(sessionId, '0')
    return { sessionId }
  },
  'session/resume': ({ sessionId }) => {
    called('resume')
    recall(sessionId)
    return {}
  },
  'session/load': ({ sessionId }) => {
    called('load')
    recall(sessionId).forEach(prompt => wire.say(sessionId, `replayed ${prompt} `))
    return {}
  },
  'session/prompt': async (params) => {
    called('prompt')
    remember(params.sessionId, textOf(params))
    for (let word = 1; word <= Number(textOf(params)); word++) {
      wire.say(params.sessionId, `${word} `)
      await pause(Number(process.env.EVERY_MS ?? 5))
    }
    return { stopReason: 'end_turn' }
  },
}))
