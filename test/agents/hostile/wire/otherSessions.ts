// Sends updates and requests for unknown sessions, some of them named like properties of JavaScript's objects.
import { initialized, Wire } from '../../scripted/wire.ts'

const strangers = [
  '__proto__',
  'constructor',
  'somebody-else',
  '../../etc/passwd',
  ...Array.from({ length: 2000 }, (_, index) => `stranger-${index}`),
]

new Wire(wire => ({
  'initialize': initialized('other-sessions'),
  'session/new': () => ({ sessionId: `known-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const stranger of strangers) {
      wire.say(stranger, 'This is for somebody else.')
      wire.update(stranger, { sessionUpdate: 'session_info_update', title: 'A stolen title' })
    }
    const answer = await wire
      .request('fs/write_text_file', { sessionId: 'somebody-else', path: `${process.cwd()}/stranger.txt`, content: 'x' })
      .catch((error: Error) => error.message)
    wire.say(sessionId, `For me. ${String(answer)}`)
    return { stopReason: 'end_turn' }
  },
}))
