import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { TerminalMeta } from './terminalMeta'
import { ScreenOutput } from './stream/screenOutput'
import { type TerminalListener, type TerminalWatch, TerminalWatchers } from './terminalWatchers'

/** Maximum number of terminals of each kind to keep in memory for display. */
const maxKept = 32

/** Maximum length of a reported command line or folder. */
const maxDetailCharacters = 64 * 1024

/** The terminals that an agent runs itself and reports. */
export class AgentTerminals {
  readonly #isHostTerminal: (terminalId: string) => boolean
  readonly #onEnd: (view: TerminalView) => void
  readonly #terminals = new Map<string, AgentTerminal>()

  /** Ignores reports for terminals of Parley (`isHostTerminal`), because agents must not write into them. */
  constructor({ isHostTerminal, onEnd }: {
    isHostTerminal: (terminalId: string) => boolean
    onEnd: (view: TerminalView) => void
  }) {
    this.#isHostTerminal = isHostTerminal
    this.#onEnd = onEnd
  }

  find(terminalId: string): AgentTerminal | undefined {
    return this.#terminals.get(terminalId)
  }

  /** Handles a report. Returns `started` for the first report of a terminal. */
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

  /** Ends all terminals after the agent has exited, because it can no longer report their exits. */
  endAll(): void {
    for (const terminal of this.#terminals.values())
      terminal.end()
  }

  /** Adds a terminal on its first report, because output may precede its description. */
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

/** A terminal that an agent runs itself and reports. It accepts no input and cannot be stopped. */
export class AgentTerminal {
  readonly terminalId: string
  readonly #onEnd: (view: TerminalView) => void
  readonly #watchers = new TerminalWatchers()
  readonly #screen = new ScreenOutput()
  #commandLine = ''
  #cwd: string | undefined
  #exit: TerminalExitStatus | undefined
  #endsWithReturn = false

  constructor({ terminalId, onEnd }: { terminalId: string, onEnd: (view: TerminalView) => void }) {
    this.terminalId = terminalId
    this.#onEnd = onEnd
  }

  get isRunning(): boolean {
    return this.#exit === undefined
  }

  /** Merges details, which may arrive late and in parts. */
  describe({ commandLine, cwd }: { commandLine?: string, cwd?: string }): void {
    this.#commandLine = commandLine?.slice(0, maxDetailCharacters) ?? this.#commandLine
    this.#cwd = cwd?.slice(0, maxDetailCharacters) ?? this.#cwd
  }

  append(text: string): void {
    if (text === '')
      return
    const data = this.#toCrlf(text)
    this.#screen.append(data)
    this.#watchers.sendOutput({ terminalId: this.terminalId, data, offset: this.#screen.offset })
  }

  /** Ends the terminal. Later reports of its exit are ignored. */
  end(exit: TerminalExitStatus = { exitCode: null, signal: null }): void {
    if (this.#exit)
      return
    this.#exit = exit
    const view = this.view()
    this.#onEnd(view)
    this.#watchers.sendChange(view)
  }

  watch(listener: TerminalListener): TerminalWatch {
    return this.#watchers.add(listener, this.#screen.offset)
  }

  view(): TerminalView {
    return {
      terminalId: this.terminalId,
      commandLine: this.#commandLine,
      ...this.#cwd !== undefined && { cwd: this.#cwd },
      source: 'agent',
      state: this.#exit ? 'exited' : 'running',
      ...this.#exit && { exit: this.#exit },
      output: this.#screen.text(),
      offset: this.#screen.offset,
      truncated: this.#screen.truncated,
      columns: 80,
      rows: 24,
    }
  }

  /**
   * Converts bare line feeds, as sent by agents, to CRLF, because a terminal does not return to column 0 on a line
   * feed.
   */
  #toCrlf(text: string): string {
    const continued = this.#endsWithReturn ? `\r${text}` : text
    const data = continued.replace(/(?<!\r)\n/g, '\r\n')
    const hadReturn = this.#endsWithReturn
    this.#endsWithReturn = text.endsWith('\r')
    return hadReturn ? data.slice(1) : data
  }
}

/** If there are too many, drops the oldest that has exited, or the oldest if all are running. */
export function dropOldest(kept: Map<string, { readonly terminalId: string, readonly isRunning: boolean }>): void {
  const all = [...kept.values()]
  if (all.length > maxKept)
    kept.delete((all.find(terminal => !terminal.isRunning) ?? all[0]!).terminalId)
}
