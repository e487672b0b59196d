// Requests all output of many terminals, then releases them and requests as much of another.
import { initialized, Wire } from '../../scripted/wire.ts'

const asked = 16 * 1024 * 1024

new Wire(wire => ({
  'initialize': initialized('asks-for-all-output'),
  'session/new': () => ({ sessionId: `output-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const sizeOf = async (terminalId: unknown): Promise<number> => {
      await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
      return String((await wire.request('terminal/output', { sessionId, terminalId })).output).length
    }
    const print = async (): Promise<unknown> =>
      (await wire.request('terminal/create', {
        sessionId,
        command: 'head -c 3000000 /dev/zero | tr "\\0" x',
        outputByteLimit: asked,
      })).terminalId
    const ids: unknown[] = []
    for (let count = 0; count < 5; count++)
      ids.push(await print())
    wire.say(sessionId, `Held: ${(await Promise.all(ids.map(sizeOf))).join(' ')}.`)
    await Promise.all(ids.map(terminalId => wire.request('terminal/release', { sessionId, terminalId })))
    wire.say(sessionId, `After: ${await sizeOf(await print())}.`)
    return { stopReason: 'end_turn' }
  },
}))
