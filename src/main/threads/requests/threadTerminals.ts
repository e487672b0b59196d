import type { TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { RunningCommand, TerminalView } from '../../../shared/contract/terminalView'
import type { TerminalStartEvent } from '../../../shared/thread/deedEvents'
import type { StillRunning } from '../../../shared/thread/events'
import type { ToolEntry, Transcript } from '../../../shared/thread/transcript'
import type { PendingWrites } from '../../store/pendingWrites'
import type { ThreadStore } from '../../store/threadStore'
import type { Launches } from '../../system/process/launches'
import type { Report } from '../../system/report'
import type { TerminalMeta } from '../../terminal/terminalMeta'
import type { TerminalListener, TerminalWatch } from '../../terminal/terminalWatchers'
import type { ThreadLog } from '../log/threadLog'
import { realpath } from 'node:fs/promises'
import { HostError } from '../../../shared/errors'
import { isOpenCall } from '../../../shared/thread/reduce/draft'
import { findCommandField } from '../../../shared/toolCall/commandField'
import { isSameCommand, toPlacedCommand } from '../../../shared/toolCall/placedCommand'
import { type PtyStart, startPty } from '../../terminal/pty'
import { formatRequestedCommand } from '../../terminal/startLine'
import { Terminal } from '../../terminal/terminal'
import { type TerminalRequest, Terminals } from '../../terminal/terminals'

/** Interval for saving a running command's output. A killed host loses no more. */
const saveEveryMs = 2000

/** Grace period after Stop, so that even a command that ignores SIGTERM ends within two seconds. */
const stopGraceMs = 1_000

/** Maximum sandboxed commands that can be rerun outside the sandbox. */
const maxSandboxed = 20

export interface ThreadTerminalsOptions {
  readonly threadId: string
  readonly log: ThreadLog
  readonly store: ThreadStore
  readonly writes: PendingWrites
  /** Inherited environment of commands. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly launches: Launches
  /** Called when a command has started or ended. */
  readonly onCommand: (isRunning: boolean) => void
  readonly report: Report
}

/** The turn in which an agent requests a command. */
export interface RequestingTurn {
  readonly signal: AbortSignal
  readonly isOver: () => boolean
}

interface Allowed {
  /** How the command was allowed. */
  readonly approval: TerminalStartEvent['approval']
  readonly turn: RequestingTurn
  /** Called when it has ended. */
  readonly onEnd?: ((exit: TerminalExitStatus) => Promise<void>) | undefined
}

/** A thread's terminals: those in memory, and those of earlier runs from the store. */
export class ThreadTerminals {
  readonly running: Terminals
  readonly #options: ThreadTerminalsOptions
  /** Running terminals with their start and the last saved offset. */
  readonly #unsaved = new Map<string, { readonly startedAt: number, readonly savedTo: number }>()
  /** Sandboxed commands as they would run outside. */
  readonly #rerunnable = new Map<string, TerminalRequest>()
  /** A program that the person runs, such as a sign-in. It is neither logged nor stored. */
  #detached: Terminal | undefined
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: ThreadTerminalsOptions) {
    const { environment, launches, log, report } = this.#options = options
    this.running = new Terminals({
      baseEnvironment: environment,
      launches,
      onEnd: view => this.#onEnd(view),
      report,
      onReleasedForAgent: () =>
        log.addNoticeOnce({
          title: 'The agent holds too many terminals',
          description:
            'It does not release those that have ended, so Parley releases the oldest for it. Their output stays in the thread.',
        }),
      onOutputCut: () =>
        log.addNoticeOnce({
          title: 'The agent asks for more command output than Parley keeps',
          description: 'It gets the last 1 MB of each further command\'s output, until it releases some of its terminals.',
        }),
    })
  }

  /** Returns a terminal with its output: running, ended, or of a previous run of Parley. */
  view(terminalId: string): TerminalView | undefined {
    const running = this.#detachedWith(terminalId)?.view() ?? this.running.view(terminalId)
    if (running)
      return running
    const kept = this.#options.store.readTerminal(this.#options.threadId, terminalId)
    // Parley was killed, and the command with it.
    return kept?.state === 'running' ? { ...kept, state: 'killed' } : kept
  }

  /** Running commands, oldest first. */
  commands(): RunningCommand[] {
    return [...this.#unsaved].flatMap(([terminalId, { startedAt }]) => {
      const view = this.running.view(terminalId)
      return view?.state === 'running'
        ? [{ terminalId, startedAt, commandLine: view.commandLine, source: view.source }]
        : []
    })
  }

  /**
   * Ends commands of the stopped turn's open calls. Returns a function that lists the commands still running once the
   * agent has stopped, too.
   */
  stopOpenCalls(transcript: Transcript): () => StillRunning[] {
    const running = this.commands()
      .flatMap(command => ({ ...command, cwd: this.running.view(command.terminalId)?.cwd ?? '' }))
    const stopped = listCommandsOfOpenCalls(transcript, running).map(({ terminalId }) => terminalId)
    for (const terminalId of stopped) {
      this.running
        .hostTerminal(terminalId)
        ?.kill(stopGraceMs)
        .catch(error => this.#options.report(error, 'stopping a command'))
    }
    return () => this.commands()
      .filter(({ terminalId }) => !stopped.includes(terminalId))
      .map(({ terminalId, commandLine, source }) => ({ terminalId, commandLine, source }))
  }

  /** Returns one of Parley's own terminals, which the person can type into, resize and kill. */
  hostTerminal(terminalId: string): Terminal | undefined {
    return this.#detachedWith(terminalId) ?? this.running.hostTerminal(terminalId)
  }

  /** Passes changes since `view` to `listener`. Returns `undefined` for a terminal of a previous run. */
  watch(terminalId: string, listener: TerminalListener): TerminalWatch | undefined {
    return this.#detachedWith(terminalId)?.watch(listener) ?? this.running.watch(terminalId, listener)
  }

  /** Runs a program for the person, such as a sign-in. Replaces the previous one. */
  startDetached(request: DetachedTerminalRequest): Terminal {
    this.#detached?.kill().catch(error => this.#options.report(error, 'ending the program of a sign-in'))
    return this.#detached = startDetachedTerminal(request, this.#options.launches)
  }

  /** Starts an allowed command. Throws if its turn is over. */
  create(request: TerminalRequest, { approval, turn, onEnd }: Allowed): { terminalId: string } {
    if (turn.isOver())
      throw new HostError('closed', 'Failed to start terminal: the turn is over')
    if (this.running.isFull) {
      this.#options.log.addNoticeOnce({
        title: 'The agent runs too many commands at once',
        description: 'Parley refuses further commands until one of them ends.',
      })
    }
    const terminal = this.running.create(request)
    const { terminalId } = terminal
    const { onCommand, report } = this.#options
    onCommand(true)
    terminal.waitForExit().then((exit) => {
      onCommand(this.running.isAnyRunning)
      return onEnd?.(exit)
    }).catch(error => report(error, 'after the end of a command'))
    const commandLine = formatRequestedCommand(request)
    this.#options.log.add({ type: 'terminalStart', terminalId, commandLine, cwd: request.cwd, source: 'pty', approval })
    this.#track(terminalId)
    if (request.sandbox) {
      this.#rerunnable.set(terminalId, { ...request, sandbox: undefined })
      const [oldest] = this.#rerunnable.keys()
      if (this.#rerunnable.size > maxSandboxed)
        this.#rerunnable.delete(oldest!)
    }
    return { terminalId }
  }

  /** Reruns a command outside the sandbox that stopped it. `allow` records the person's decision or throws. */
  async runOutside(terminalId: string, allow: (request: TerminalRequest) => void): Promise<void> {
    const request = this.#rerunnable.get(terminalId)
    const view = this.view(terminalId)
    if (!request || view?.state === 'running' || !view?.sandbox?.denied.length)
      throw new HostError('not_found', 'Only what the sandbox stopped can be run outside, once, until Parley ends.')
    if (await realpath(request.cwd).catch(() => undefined) !== request.cwd)
      throw new HostError('folder_not_found', 'The folder that it ran in is another one now.')
    if (!this.#rerunnable.has(terminalId))
      return // double click
    allow(request)
    this.#rerunnable.delete(terminalId)
    this.create(request, { approval: 'asked', turn: { signal: new AbortController().signal, isOver: () => false } })
  }

  /** Applies an agent's report about its own terminals. */
  applyReport(meta: Omit<TerminalMeta, 'update'>): void {
    if (this.#isDisposed)
      return // a late report: the thread may be deleted by now
    const { started } = this.running.agentTerminals.receive(meta)
    if (!started)
      return
    const { terminalId, commandLine, cwd } = started
    this.#options.log.add({ type: 'terminalStart', terminalId, commandLine, cwd, source: 'agent' })
    this.#track(terminalId)
  }

  /** Saves new output. */
  save(): void {
    for (const [terminalId, { startedAt, savedTo }] of this.#unsaved) {
      const view = this.running.view(terminalId)
      if (!view || view.offset === savedTo)
        continue
      this.#unsaved.set(terminalId, { startedAt, savedTo: view.offset })
      this.#store(view)
    }
    if (this.#unsaved.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  async dispose(): Promise<void> {
    await Promise.all([this.running.dispose(), this.#detached?.kill()])
    clearInterval(this.#timer)
    this.save()
    this.#isDisposed = true
  }

  #detachedWith(terminalId: string): Terminal | undefined {
    return this.#detached?.terminalId === terminalId ? this.#detached : undefined
  }

  /** Saves its output from now on. */
  #track(terminalId: string): void {
    this.#unsaved.set(terminalId, { startedAt: Date.now(), savedTo: -1 })
    this.#timer ??= setInterval(() => this.save(), saveEveryMs)
  }

  #onEnd(view: TerminalView): void {
    if (this.#isDisposed)
      return // a late end: the thread may be deleted by now
    this.#unsaved.delete(view.terminalId)
    this.#store(view)
    this.#options.log.add({
      type: 'terminalEnd',
      terminalId: view.terminalId,
      exit: view.exit ?? {},
      killed: view.state === 'killed',
    })
  }

  #store(view: TerminalView): void {
    const { threadId, store, writes } = this.#options
    writes.write(
      { threadId, what: `the output of terminal ${view.terminalId}` },
      () => store.saveTerminal(threadId, view),
    )
  }
}

/** A program run for the person, such as an agent's sign-in. */
interface DetachedTerminalRequest extends Omit<PtyStart, 'columns' | 'rows'> {
  readonly terminalId: string
  readonly commandLine: string
}

/** Starts a terminal that no agent uses and no log contains. */
function startDetachedTerminal(
  { terminalId, commandLine, ...start }: DetachedTerminalRequest,
  launches: Launches,
): Terminal {
  const size = { columns: 80, rows: 24 }
  const pty = launches.launch(terminalId, () => startPty({ ...start, ...size }))
  pty.onExit(() => launches.ended(terminalId))
  return new Terminal({ terminalId, commandLine, cwd: start.cwd, ...size, outputByteLimit: 0, pty })
}

/** A running command with its folder. */
interface Running extends RunningCommand {
  readonly cwd: string
}

/**
 * Commands that belong to this turn's open calls. Some agents don't name a terminal in their calls; such a command
 * belongs to the call that shows it, and counts as open unless that call has ended.
 */
function listCommandsOfOpenCalls(transcript: Transcript, running: readonly Running[]): Running[] {
  const { entries, firstIndex, head } = transcript
  const named = entries.filter((entry): entry is ToolEntry => entry.kind === 'tool' && entry.terminalIds.length > 0)
  const turn = entries.slice(Math.max(0, head.turnStart - firstIndex))
    .filter((entry): entry is ToolEntry => entry.kind === 'tool')
  const ofNone = running.filter(({ terminalId }) => head.looseTerminals.includes(terminalId))
  const isOpen = (command: Running): boolean => {
    if (!ofNone.includes(command))
      return named.some(entry => entry.terminalIds.includes(command.terminalId) && isOpenCall(entry))
    // Of equal commands, the earlier ones belong to the ended calls.
    const ended = turn
      .filter(entry => entry.terminalIds.length === 0 && !isOpenCall(entry) && showsCommand(entry, command))
    return ofNone.filter(other => runsSame(other, command)).indexOf(command) >= ended.length
  }
  return running.filter(command => command.source === 'pty' && isOpen(command))
}

function showsCommand({ call }: ToolEntry, command: Running): boolean {
  const field = findCommandField(call, { folder: command.cwd })
  return field !== undefined && isSameCommand(field.placed, placeRunning(command))
}

function runsSame(one: Running, other: Running): boolean {
  return isSameCommand(placeRunning(one), placeRunning(other))
}

function placeRunning({ commandLine, cwd }: Running): ReturnType<typeof toPlacedCommand> {
  return toPlacedCommand({ command: commandLine }, cwd)
}
