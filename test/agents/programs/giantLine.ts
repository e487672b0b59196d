import { say, serve } from './serve.ts'

// Sends a request whose line exceeds the limit, then a normal turn.
serve({
  'session/prompt': async () => {
    process.stdout.write(
      '{"jsonrpc":"2.0","id":"giant","method":"fs/write_text_file","params":{"sessionId":"s1","path":"/tmp/giant","content":"',
    )
    const piece = 'x'.repeat(1024 * 1024)
    for (let sent = 0; sent < 65; sent++) {
      if (!process.stdout.write(piece))
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    process.stdout.write('"}}\n')
    await new Promise<void>(resolve => refused = resolve)
    say('s1', 'alive')
    return { stopReason: 'end_turn' }
  },
}, (call) => {
  if (call.id === 'giant' && call.error?.code === -32600)
    refused()
})

let refused = (): void => undefined
