// Sends 100,000 updates a second for SECONDS seconds: only text or, with MIXED, also tool calls and their updates.
import { initialized, never, Wire } from '../../scripted/wire.ts'

const seconds = Number(process.env.SECONDS ?? 20)
const isMixed = process.env.MIXED !== undefined
const everyMs = 10
const perRound = 1_000

new Wire(wire => ({
  'initialize': initialized('paced-flood'),
  'session/new': () => ({ sessionId: `paced-${process.pid}` }),
  'session/prompt': ({ sessionId }, id) => {
    const said = (update: object): string =>
      `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } })}\n`
    const word = said({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'word ' } })
    let round = 0
    const begun = performance.now()
    const timer = setInterval(() => {
      // Makes up for rounds delayed by a full pipe or a busy machine.
      while (round * everyMs < Math.min(performance.now() - begun, seconds * 1000) && !process.stdout.writableNeedDrain) {
        const call = `call-${round}`
        const first = isMixed ? said({ sessionUpdate: 'tool_call', toolCallId: call, title: `Round ${round}` }) : word
        const other = isMixed
          ? said({
              sessionUpdate: 'tool_call_update',
              toolCallId: call,
              content: [{ type: 'content', content: { type: 'text', text: 'x'.repeat(200) } }],
            })
          : word
        process.stdout.write(first + (other + word.repeat(9)).repeat(perRound / 10))
        round++
      }
      if (round * everyMs < seconds * 1000)
        return
      clearInterval(timer)
      wire.write({ id, result: { stopReason: 'end_turn' } })
    }, everyMs)
    return never()
  },
}))
