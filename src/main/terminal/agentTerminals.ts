import type { TerminalView } from '../../shared/contract/terminalView'
import type { TerminalMeta } from './terminalMeta'
import { AgentTerminal } from './agentTerminal'
import { dropOldest } from './dropOldest'

/** The terminals that a thread's agent runs itself, as it reports them. */
export class AgentTerminals {
  readonly #isHostTerminal: (terminalId: string) => boolean
  readonly #onEnd: (view: TerminalView) => void
  readonly #terminals = new Map<string, AgentTerminal>()

  /** An agent must not write into a terminal that Parley runs: reports of one that `isHostTerminal` are ignored. */
  constructor({ isHostTerminal, onEnd }: { isHostTerminal: (terminalId: string) => boolean, onEnd: (view: TerminalView) => void }) {
    this.#isHostTerminal = isHostTerminal
    this.#onEnd = onEnd
  }

  find(terminalId: string): AgentTerminal | undefined {
    return this.#terminals.get(terminalId)
  }

  /** Takes what the agent reports. `started` is set by the first report of a terminal. */
  receive({ info, command, output, exit }: Omit<TerminalMeta, 'update'>): { started?: TerminalView } {
    const terminalId = info?.terminalId ?? output?.terminalId ?? exit?.terminalId
    const isNew = terminalId !== undefined && !this.#terminals.has(terminalId)
    if (info)
      this.#findOrAdd(info.terminalId)?.describe(info)
    for (const terminalId of command?.terminalIds ?? [])
      this.find(terminalId)?.describe({ commandLine: command?.commandLine })
    if (output)
      this.#findOrAdd(output.terminalId)?.append(output.data)
    if (exit)
      this.#findOrAdd(exit.terminalId)?.end({ exitCode: exit.exitCode ?? null, signal: exit.signal ?? null })
    const terminal = isNew ? this.find(terminalId) : undefined
    return terminal ? { started: terminal.view() } : {}
  }

  /** The agent is gone, and can no longer report how they end. */
  endAll(): void {
    for (const terminal of this.#terminals.values())
      terminal.end()
  }

  /** Added at its first report, whichever that is: output may come before the terminal is described. */
  #findOrAdd(terminalId: string): AgentTerminal | undefined {
    const known = this.find(terminalId)
    if (known || this.#isHostTerminal(terminalId))
      return known
    const terminal = new AgentTerminal({ terminalId, onEnd: this.#onEnd })
    this.#terminals.set(terminalId, terminal)
    dropOldest(this.#terminals)
    return terminal
  }
}
