import { once } from 'node:events'
import { say, serve } from './serve.ts'

const count = Number(process.env.REPLAYED ?? 3_000)
const text = (index: number): string => `${index} ${'x'.repeat(Number(process.env.REPLAYED_BYTES ?? 1_000))}`

// Replays a long session before it responds, as fast as the pipe accepts it.
serve({
  'initialize': () => ({ protocolVersion: 1, agentCapabilities: { loadSession: true } }),
  'session/load': async () => {
    for (let index = 0; index < count; index++) {
      say('s1', text(index))
      if (process.stdout.writableNeedDrain)
        await once(process.stdout, 'drain')
    }
    return {}
  },
})
