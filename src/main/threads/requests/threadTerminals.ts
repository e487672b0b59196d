import type { TerminalView } from '../../../shared/contract/terminalView'
import type { TerminalStartEvent } from '../../../shared/thread/events'
import type { Terminal } from '../../terminal/terminal'
import type { TerminalMeta } from '../../terminal/terminalMeta'
import type { TerminalListener, TerminalWatch } from '../../terminal/terminalWatchers'
import type { ThreadLog } from '../log/threadLog'
import type { ThreadSurroundings } from '../threadSurroundings'
import { requestedLine } from '../../terminal/startLine'
import { type ApartRequest, startTerminalApart } from '../../terminal/startTerminalApart'
import { type TerminalRequest, Terminals } from '../../terminal/terminals'

/** While a command runs, its output is kept at least this often: a killed host loses no more of it. */
const saveEveryMs = 2000

/** The terminals of one thread as they are shown: the running ones, and those of earlier days from the store. */
export class ThreadTerminals {
  readonly running: Terminals
  readonly #threadId: string
  readonly #log: ThreadLog
  readonly #with: ThreadSurroundings
  /** Terminals that run, with where their output stood when it was last kept. */
  readonly #unsaved = new Map<string, number>()
  /** The last program that the person ran themselves: in no log and in no store. */
  #apart: Terminal | undefined
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor({ threadId, log, surroundings }: { threadId: string, log: ThreadLog, surroundings: ThreadSurroundings }) {
    this.#threadId = threadId
    this.#log = log
    this.#with = surroundings
    this.running = new Terminals({
      baseEnvironment: surroundings.environment,
      launches: surroundings.launches,
      onEnd: view => this.#ended(view),
      onLetGo: () =>
        log.addNoticeOnce({
          title: 'The agent keeps more terminals than Parley does',
          description:
            'It releases none of them, so the oldest that have ended are released for it. What they printed stays in the thread.',
        }),
      onOutputCut: () =>
        log.addNoticeOnce({
          title: 'The agent asks for more output of its commands than Parley keeps',
          description: 'It gets the last 1 MB of what each further command prints, until it releases some of its terminals.',
        }),
    })
  }

  /** A terminal with its kept output, running, ended, or of an earlier day. */
  view(terminalId: string): TerminalView | undefined {
    const running = this.#apartBy(terminalId)?.view() ?? this.running.view(terminalId)
    if (running)
      return running
    const kept = this.#with.store.readTerminal(this.#threadId, terminalId)
    // Parley was killed while it ran: nothing runs it any more.
    return kept?.state === 'running' ? { ...kept, state: 'killed' } : kept
  }

  /** The terminal that the person acts on, while it runs. */
  operated(terminalId: string): Terminal | undefined {
    return this.#apartBy(terminalId) ?? this.running.operated(terminalId)
  }

  /** From here on `listener` gets what follows its `view`; `undefined` for a terminal of an earlier day, which does not change. */
  watch(terminalId: string, listener: TerminalListener): TerminalWatch | undefined {
    return this.#apartBy(terminalId)?.watch(listener) ?? this.running.watch(terminalId, listener)
  }

  /** Runs a program of the person's own, such as a sign-in. It takes the place of the one before. */
  startApart(request: ApartRequest): Terminal {
    void this.#apart?.kill()
    return this.#apart = startTerminalApart(request, this.#with.launches)
  }

  /** Starts a command that was allowed, `approval` says how. `onEnd` is called when it has ended. */
  create(request: TerminalRequest, approval: TerminalStartEvent['approval'], onEnd?: () => Promise<void>): { terminalId: string } {
    if (this.running.isFull) {
      this.#log.addNoticeOnce({
        title: 'The agent runs more commands at once than Parley lets it',
        description: 'Further ones were refused until one of them ends.',
      })
    }
    const terminal = this.running.create(request)
    const { terminalId } = terminal
    if (onEnd)
      void terminal.waitForExit().then(onEnd).catch(error => this.#with.report(error, 'after the end of a command'))
    this.#log.add({ type: 'terminalStart', terminalId, commandLine: requestedLine(request), cwd: request.cwd, source: 'pty', approval })
    this.#track(terminalId)
    return { terminalId }
  }

  /** Takes what an agent tells of terminals of its own. */
  display(meta: Omit<TerminalMeta, 'update'>): void {
    const { started } = this.running.displayed.tell(meta)
    if (!started)
      return
    const { terminalId, commandLine, cwd } = started
    this.#log.add({ type: 'terminalStart', terminalId, commandLine, cwd, source: 'agent' })
    this.#track(terminalId)
  }

  /** Keeps the output that came since the last time. */
  save(): void {
    for (const [terminalId, offset] of this.#unsaved) {
      const view = this.running.view(terminalId)
      if (!view || view.offset === offset)
        continue
      this.#unsaved.set(terminalId, view.offset)
      this.#keep(view)
    }
    if (this.#unsaved.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([this.running.dispose(), this.#apart?.kill()])
    clearInterval(this.#timer)
    this.save()
    this.#isDisposed = true
  }

  #apartBy(terminalId: string): Terminal | undefined {
    return this.#apart?.terminalId === terminalId ? this.#apart : undefined
  }

  /** Its output is kept from now on. */
  #track(terminalId: string): void {
    this.#unsaved.set(terminalId, -1)
    this.#timer ??= setInterval(() => this.save(), saveEveryMs)
  }

  #ended(view: TerminalView): void {
    if (this.#isDisposed)
      return // it took long to die: the thread may be deleted by now
    this.#unsaved.delete(view.terminalId)
    this.#keep(view)
    this.#log.add({ type: 'terminalEnd', terminalId: view.terminalId, exit: view.exit ?? {}, killed: view.state === 'killed' })
  }

  #keep(view: TerminalView): void {
    this.#with.writes.write({ threadId: this.#threadId, what: `the output of terminal ${view.terminalId}` }, () =>
      this.#with.store.saveTerminal(this.#threadId, view))
  }
}
