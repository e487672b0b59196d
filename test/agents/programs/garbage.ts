import { say, send, serve } from './serve.ts'

// Prints everything that a package manager, a logger or a confused agent may print.
process.stdout.write(
  '\uFEFFnpm warn deprecated\r\n\r\nContent-Length: 42\n\nnull\n42\n"text"\n{"half":\n[1,2]\n{"jsonrpc":"1.0","method":"session/update"}\n',
)
send({ id: 77, result: 'nobody asked' })
serve({
  'session/prompt': () => {
    say('s1', 'still here')
    process.stdout.write('{"jsonrpc":"2.0","id":\n')
    process.stdout.write(
      '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":7}}}\r\n',
    )
    return { stopReason: 'end_turn' }
  },
})
