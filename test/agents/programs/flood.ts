import { say, serve } from './serve.ts'

// Writes far more than its client reads, as fast as the pipe accepts it.
serve({
  'session/prompt': async () => {
    for (let sent = 0; sent < 400; sent++) {
      say('s1', 'x'.repeat(100_000))
      if (process.stdout.writableNeedDrain)
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    return { stopReason: 'end_turn' }
  },
})
