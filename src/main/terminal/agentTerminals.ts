import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { TerminalMeta } from './terminalMeta'
import { ScreenOutput } from './stream/screenOutput'
import { type TerminalListener, type TerminalWatch, TerminalWatchers } from './terminalWatchers'

/** Number of released terminals kept in memory, of each kind. */
const maxKept = 32

/** Characters kept of a reported command line and folder. */
const maxDetailCharacters = 64 * 1024

/** Terminals that a thread's agent runs itself and reports. */
export class AgentTerminals {
  readonly #isHostTerminal: (terminalId: string) => boolean
  readonly #onEnd: (view: TerminalView) => void
  readonly #terminals = new Map<string, AgentTerminal>()

  /** Ignores reports about Parley's own terminals (`isHostTerminal`), into which an agent must not write. */
  constructor({ isHostTerminal, onEnd }: { isHostTerminal: (terminalId: string) => boolean, onEnd: (view: TerminalView) => void }) {
    this.#isHostTerminal = isHostTerminal
    this.#onEnd = onEnd
  }

  find(terminalId: string): AgentTerminal | undefined {
    return this.#terminals.get(terminalId)
  }

  /** Takes in a report. Returns `started` for a terminal's first report. */
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

  /** Ends all terminals of an agent that has ended. */
  endAll(): void {
    for (const terminal of this.#terminals.values())
      terminal.end()
  }

  /** Finds or adds a terminal, as output may come before its description. */
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

/** A terminal that the agent runs itself and reports. It takes no input and cannot be killed. */
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

  /** Details may come late and in parts, which are merged. */
  describe({ commandLine, cwd }: { commandLine?: string, cwd?: string }): void {
    this.#commandLine = commandLine?.slice(0, maxDetailCharacters) ?? this.#commandLine
    this.#cwd = cwd?.slice(0, maxDetailCharacters) ?? this.#cwd
  }

  append(text: string): void {
    if (text === '')
      return
    const data = this.#withReturns(text)
    this.#screen.append(data)
    this.#watchers.sendOutput({ terminalId: this.terminalId, data, offset: this.#screen.offset })
  }

  /** Only the first end counts. */
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

  /** Agents send bare line feeds, on which a terminal moves down but not back to the line's start. */
  #withReturns(text: string): string {
    const continued = this.#endsWithReturn ? `\r${text}` : text
    const data = continued.replace(/(?<!\r)\n/g, '\r\n')
    const isContinued = this.#endsWithReturn
    this.#endsWithReturn = text.endsWith('\r')
    return isContinued ? data.slice(1) : data
  }
}

/** Drops the oldest ended terminal if there are too many, or the oldest if all run. */
export function dropOldest(kept: Map<string, { readonly terminalId: string, readonly isRunning: boolean }>): void {
  const all = [...kept.values()]
  if (all.length > maxKept)
    kept.delete((all.find(terminal => !terminal.isRunning) ?? all[0]!).terminalId)
}
