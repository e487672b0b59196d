import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import { ScreenOutput } from './stream/screenOutput'
import { type TerminalListener, type TerminalWatch, TerminalWatchers } from './terminalWatchers'

/** How much is kept of the command line and the folder that an agent reports. */
const maxDetailCharacters = 64 * 1024

/** A terminal that the agent runs itself and only reports: nothing can be typed into it, and it cannot be stopped. */
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

  /** Details may come late and in parts; a part keeps what it lacks. */
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

  /** Only the first report of its end counts. */
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
