// Requests a file of 1 MB 80 times and pauses before it reads the responses; then counts them.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('stops-reading'),
  'session/new': () => ({ sessionId: `deaf-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    process.stdin.pause()
    const answers = Array.from({ length: 80 }, () => wire.request('fs/read_text_file', { sessionId, path: `${process.cwd()}/big.txt` }))
    await new Promise(resolve => setTimeout(resolve, 1500))
    process.stdin.resume()
    const lengths = (await Promise.all(answers)).map(({ content }) => String(content).length)
    wire.say(sessionId, `Got ${lengths.length} answers with ${lengths.reduce((sum, length) => sum + length, 0)} characters.`)
    return { stopReason: 'end_turn' }
  },
}))
