import type { TerminalView } from '../../../src/shared/contract/terminalView'
import type { HostConnection } from '../../../src/shared/rpc'

const outputs: Readonly<Record<string, Partial<TerminalView>>> = {
  'npm-test': {
    commandLine: 'npm test -- pay',
    state: 'exited',
    exit: { exitCode: 0 },
    source: 'agent',
    output: [
      '\u001B[32m✓\u001B[0m test/pay/client.test.ts \u001B[2m(4 tests)\u001B[0m 212 ms\n',
      '   \u001B[32m✓\u001B[0m retries a timeout with a growing delay\n',
      '   \u001B[32m✓\u001B[0m keeps the idempotency key\n',
      '   \u001B[33m●\u001B[0m gives up after three attempts\n',
    ].join(''),
  },
  'term-1': {
    commandLine: '/bin/bash -c "cd /home/ada/shop-api && npm test -- checkout"',
    state: 'exited',
    exit: { exitCode: 1 },
    output: Array.from({ length: 60 }, (_, index) => `\u001B[3${index % 8}mline ${index}\u001B[0m of the test's output\r\n`).join(''),
    truncated: true,
  },
  'term-2': { commandLine: 'npm run dev', state: 'running' },
  'term-3': {
    commandLine: 'sleep 1000',
    state: 'killed',
    exit: { signal: 'SIGTERM' },
    output: 'building… 10 %\rbuilding… 80 %\r\n\u001B]0;title\u0007\u001B]52;c;ZXZpbA==\u0007done\r\n',
  },
}

/** Creates a double of the host with a few terminals, one of which keeps printing. */
export function galleryHost(): HostConnection {
  const listeners = new Set<(payload: never) => void>()
  let offset = 0
  let line = 0
  setInterval(() => {
    const data = `\u001B[36m[dev]\u001B[0m request ${line++} served in ${line % 40} ms\r\n`
    offset += data.length
    for (const listener of listeners)
      listener({ threadId: 'gallery', terminalId: 'term-2', data, offset } as never)
  }, 500)
  const host = {
    openTerminal: async ({ terminalId }: { terminalId: string }): Promise<TerminalView | undefined> => {
      const known = outputs[terminalId]
      const output = known?.output ?? ''
      return (
        known && {
          terminalId,
          commandLine: '',
          source: 'pty',
          state: 'running',
          truncated: false,
          columns: 80,
          rows: 24,
          output,
          offset: terminalId === 'term-2' ? offset : output.length,
          ...known,
        }
      )
    },
  }
  return {
    // The gallery's cards may call anything; other calls return nothing.
    host: new Proxy(host, {
      get: (known, name) => (name in known ? known[name as keyof typeof known] : () => Promise.resolve()),
    }) as unknown as HostConnection['host'],
    on: (event, listener) => {
      if (event === 'terminalOutput')
        listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
