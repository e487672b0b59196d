import type { Bundle } from '../../../shared/bundle/bundle'
import type { TerminalView } from '../../../shared/contract/terminalView'
import type { HostConnection } from '../../../shared/rpc'
import { HostError } from '../../../shared/errors'
import { bundleWords } from './words'

/**
 * Takes the host's place while a bundle is shown: it knows the bundle's terminals and refuses everything else, so nothing real is
 * touched.
 */
export function bundleHost({ terminals }: Bundle): HostConnection {
  const known: Record<string, unknown> = {
    openTerminal: ({ terminalId }: { terminalId: string }): Promise<TerminalView | undefined> => {
      const kept = terminals.find(terminal => terminal.terminalId === terminalId)
      // Nothing runs here: the output is a recording.
      return Promise.resolve(kept && { ...kept, state: kept.state === 'running' ? 'killed' : kept.state, offset: kept.output.length })
    },
    leaveTerminal: () => Promise.resolve(),
    ackTerminal: () => Promise.resolve(),
  }
  const refuse = (): Promise<never> => Promise.reject(new HostError('unsupported', bundleWords.readOnly))
  return {
    // every method is there, as in `connectHost`
    host: new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : (known[String(name)] ?? refuse)) }) as HostConnection['host'],
    on: () => () => undefined,
  }
}
