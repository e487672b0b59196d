// Sends 1,100 concurrent waits for a command that does not end, and counts the refused ones.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('waits-too-much'),
  'session/new': () => ({ sessionId: `waits-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const { terminalId } = await wire.request('terminal/create', { sessionId, command: 'sleep 60' })
    const waits = Array.from({ length: 1_100 }, () =>
      wire.request('terminal/wait_for_exit', { sessionId, terminalId }).then(
        () => 'ended',
        () => 'refused',
      ))
    const early = await Promise.race([
      Promise.all(waits.slice(1_000)),
      new Promise<string[]>(resolve => setTimeout(resolve, 10_000, [])),
    ])
    await wire.request('terminal/kill', { sessionId, terminalId }).catch(() => undefined)
    wire.say(sessionId, `Refused: ${early.filter(answer => answer === 'refused').length}.`)
    return { stopReason: 'end_turn' }
  },
}))
