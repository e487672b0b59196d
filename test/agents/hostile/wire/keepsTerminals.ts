// Runs 34 commands one after another without releasing the terminals; then as many at once.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('keeps-terminals'),
  'session/new': () => ({ sessionId: `keeps-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const ids: unknown[] = []
    for (let count = 0; count < 34; count++) {
      const { terminalId } = await wire.request('terminal/create', { sessionId, command: `echo number ${count}` })
      await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
      ids.push(terminalId)
    }
    const output = (terminalId: unknown): Promise<unknown> =>
      wire.request('terminal/output', { sessionId, terminalId }).then(
        ({ output }) => output,
        (error: Error) => error.message,
      )
    wire.say(sessionId, `First: ${String(await output(ids[0]))}. Last: ${String(await output(ids[33]))}.`)
    const starts = await Promise.all(
      Array.from({ length: 34 }, () =>
        wire.request('terminal/create', { sessionId, command: 'sleep 60' }).then(
          () => 'runs',
          (error: Error) => error.message,
        )),
    )
    wire.say(sessionId, `At once: ${starts.filter(start => start === 'runs').length}.`)
    return { stopReason: 'end_turn' }
  },
}))
