import type { TerminalView } from '../../shared/contract/terminalView'
import type { TerminalMeta } from './terminalMeta'
import { DisplayTerminal } from './displayTerminal'
import { forgetOldest } from './forgetOldest'

/** The terminals that one thread's agent runs itself, as it tells of them. */
export class DisplayTerminals {
  readonly #isOurs: (terminalId: string) => boolean
  readonly #onEnd: (view: TerminalView) => void
  readonly #terminals = new Map<string, DisplayTerminal>()

  /** An agent must not write into a terminal that Parley runs: of those that `isOurs`, nothing is taken. */
  constructor({ isOurs, onEnd }: { isOurs: (terminalId: string) => boolean, onEnd: (view: TerminalView) => void }) {
    this.#isOurs = isOurs
    this.#onEnd = onEnd
  }

  find(terminalId: string): DisplayTerminal | undefined {
    return this.#terminals.get(terminalId)
  }

  /** Takes what the agent tells. `started` when it is the first word of a terminal. */
  tell({ info, command, output, exit }: Omit<TerminalMeta, 'update'>): { started?: TerminalView } {
    const terminalId = info?.terminalId ?? output?.terminalId ?? exit?.terminalId
    const isNew = terminalId !== undefined && !this.#terminals.has(terminalId)
    if (info)
      this.#made(info.terminalId)?.describe(info)
    for (const terminalId of command?.terminalIds ?? [])
      this.find(terminalId)?.describe({ commandLine: command?.commandLine })
    if (output)
      this.#made(output.terminalId)?.append(output.data)
    if (exit)
      this.#made(exit.terminalId)?.end({ exitCode: exit.exitCode ?? null, signal: exit.signal ?? null })
    const terminal = isNew ? this.find(terminalId) : undefined
    return terminal ? { started: terminal.view() } : {}
  }

  /** The agent is gone, and can no longer tell how they end. */
  endAll(): void {
    for (const terminal of this.#terminals.values())
      terminal.end()
  }

  /** Made at its first word, whichever that is: output may come before the terminal is introduced. */
  #made(terminalId: string): DisplayTerminal | undefined {
    const known = this.find(terminalId)
    if (known || this.#isOurs(terminalId))
      return known
    const terminal = new DisplayTerminal({ terminalId, onEnd: this.#onEnd })
    this.#terminals.set(terminalId, terminal)
    forgetOldest(this.#terminals)
    return terminal
  }
}
