import type { ContentBlock, CreateElicitationResponse } from '@agentclientprotocol/sdk'
import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { AnswerExtras, TurnEndEvent } from '../../shared/thread/events'
import type { Entry, Transcript } from '../../shared/thread/transcript'
import type { ThreadReview } from '../changes/thread/threadReview'
import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadPlaces } from './mentions/threadPlaces'
import type { ThreadTerminals } from './requests/threadTerminals'
import type { ForkedSession, LiveSession } from './session/session'
import type { AgentStop } from './session/threadConnection'
import type { ThreadSignIn } from './signIn/threadSignIn'
import type { StartGate } from './start/startGate'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { describeTurnDisconnect } from '../agents/agentErrors'
import { ThreadLog } from './log/threadLog'
import { ThreadPermissions } from './permission/threadPermissions'
import { CommandSandbox } from './requests/commandSandbox'
import { ThreadAgent } from './threadAgent'
import { ThreadOptions } from './threadOptions'
import { ThreadQueue } from './threadQueue'
import { type PersonPatch, ThreadStatus } from './threadStatus'
import { interruptedEnd, ThreadTurns } from './threadTurns'

/** Maximum message results kept, more than a window sends while disconnected. */
const maxSent = 100

interface ThreadSetup {
  readonly stored: StoredThread
  readonly services: ThreadServices
  readonly listener: ThreadListener
}

/** A persistent conversation: its log, and the agent session that currently serves it. */
export class Thread {
  readonly #services: ThreadServices
  readonly #status: ThreadStatus
  readonly #log: ThreadLog
  readonly #permissions: ThreadPermissions
  readonly #agent: ThreadAgent
  readonly #turns: ThreadTurns
  /** Queued messages. */
  readonly queue: ThreadQueue
  readonly terminals: ThreadTerminals
  readonly signIn: ThreadSignIn
  /** Holds the agent's start until its command is trusted. */
  readonly gate: StartGate
  /** The agent's modes and config options, with the person's choices. */
  readonly options: ThreadOptions
  /** The review of changes in its folders. */
  readonly review: ThreadReview
  /** Results of the latest messages by id, for windows that lost the connection. */
  readonly #sent = new Map<string, Promise<boolean>>()
  #isDisposed = false

  // Long because it wires the parts together; it does nothing else.
  constructor({ stored, services, listener }: ThreadSetup) {
    const { threadId, agentId, folder } = stored
    const { store, writes, dataFolder, environment, report } = services
    this.#services = services
    const isQueuePaused = (): boolean => this.#log.transcript.head.queue?.paused !== undefined
    const status = this.#status = new ThreadStatus({ stored, services, isQueuePaused, listener })
    const log = this.#log = new ThreadLog({
      threadId,
      store,
      writes,
      report,
      publish: events => listener.onEvents(threadId, events),
    })
    const isWanted = (): boolean => services.answers.get(threadId).isSandboxed
    const sandbox = new CommandSandbox({ folder, source: services.sandbox, dataFolder, environment, log, isWanted })
    const permissions = this.#permissions = new ThreadPermissions({
      thread: stored,
      services,
      log,
      wantedSandbox: () => sandbox.wanted,
      canOfferSandbox: () => sandbox.canBeOffered(),
      findGrant: realPath => services.attachments.grants.find(threadId, realPath),
      isTurnOpen: () => this.#turns.isOpen,
      onCount: (count) => {
        status.setWaiting(count)
        this.#agent.recorder.setOpenQuestions(count)
      },
    })
    const agent = this.#agent = new ThreadAgent({
      stored,
      services,
      log,
      status,
      permissions,
      sandbox,
      onOpened: (session, before) => this.options.opened(session, before),
      onUpdate: update => this.options.updated(update),
      onFiles: () => listener.onFiles(threadId),
      onReleased: () => this.options.gate.decline(),
      onStopped: stop => this.#onStopped(stop),
    })
    ;({ terminals: this.terminals, signIn: this.signIn, gate: this.gate, review: this.review } = agent)
    const options = this.options = new ThreadOptions({
      agent: stored,
      log,
      store,
      preferences: () => services.preferences(agentId),
      knownModes: () => agent.connection.live?.connection.agent.modes,
      attach: () => agent.attach(),
      watch: ({ connection }, call) => agent.signIn.watch(connection, call),
      status,
      report,
    })
    const turns = this.#turns = new ThreadTurns({
      log,
      status,
      permissions,
      agent,
      options,
      onEnded: end => this.queue.turnEnded(end),
      report,
    })
    this.queue = new ThreadQueue({ log, turns, status, report })
    log.closeOpenTurn()
    this.queue.pause({ why: 'closed' })
  }

  get summary(): ThreadSummary {
    return this.#status.summary
  }

  places(): Promise<ThreadPlaces> {
    return this.#agent.places()
  }

  /** The end of the transcript. Call `flush` first if it must include recent events. */
  get transcript(): Transcript {
    return this.#log.transcript
  }

  /** Marks the thread as read. */
  markSeen(): void {
    this.#status.markSeen()
  }

  /** Stores and publishes pending events and entries. Returns whether there were any. */
  flush(): boolean {
    return this.#log.storeEntries()
  }

  readEntries(before: number, limit: number): Entry[] {
    return this.#log.readEntries(before, limit)
  }

  /** Starts the agent and opens the session, so that modes, options and commands are known before the first prompt. */
  attach(forked?: ForkedSession): Promise<LiveSession> {
    return this.#agent.attach(forked)
  }

  /** Stores the prompt, then sends it. Rejects and stores nothing if the agent can't accept it. */
  async sendPrompt(content: ContentBlock[], messageId?: string): Promise<void> {
    const sending = this.queue.pauseOnFailure(this.#turns.send(() => ({ content }), messageId))
    if (messageId !== undefined)
      this.#trackSent(messageId, sending.then(() => true, () => false))
    await sending
  }

  /** See `ThreadQueue.add`. */
  queuePrompt(
    content: ContentBlock[],
    { isNext, messageId }: { isNext?: boolean | undefined, messageId?: string | undefined },
  ): void {
    this.queue.add(content, { isNext, messageId })
    if (messageId !== undefined)
      this.#trackSent(messageId, Promise.resolve(true))
  }

  /** Whether a message was sent or queued, once known. After a restart, checks the end of the transcript. */
  async wasSent(messageId: string): Promise<boolean> {
    const known = await this.#sent.get(messageId)
    const { entries, head } = this.transcript
    return known
      ?? (head.queue?.messages.some(message => message.messageId === messageId) === true
        || entries.some(entry => entry.kind === 'user' && entry.promptId === messageId))
  }

  #trackSent(messageId: string, wasSent: Promise<boolean>): void {
    this.#sent.delete(messageId)
    this.#sent.set(messageId, wasSent)
    for (const oldest of [...this.#sent.keys()].slice(0, -maxSent))
      this.#sent.delete(oldest)
  }

  /** Asks the agent to end the turn. Withdraws prompts that wait for its start. */
  cancelTurn(): void {
    this.queue.pause({ why: 'stopped' })
    if (!this.#isDisposed)
      this.#turns.withdrawWaiting()
    this.#turns.cancel()
  }

  /** Ends the agent's process; the next prompt starts it again. */
  async forceStop(): Promise<void> {
    this.queue.pause({ why: 'stopped' })
    const killing = this.#agent.kill()
    this.#turns.end({ reason: 'cancelled' })
    this.#status.dispatch({ type: 'slept' })
    await killing
  }

  async restartAgent(): Promise<void> {
    this.queue.pause({ why: 'stopped' })
    const killing = this.#agent.kill()
    this.#turns.end({ reason: 'cancelled' }) // first, or the agent's exit would count as a failure
    await killing
    await this.attach()
  }

  /** Shuts an idle agent down, if its session can be resumed. */
  async sleep(): Promise<void> {
    const { activity, waiting } = this.summary
    if (activity.state === 'ready' && waiting === 0 && !this.#turns.isPromptWaiting)
      await this.#agent.sleep()
  }

  /** Excludes time during which the machine slept from the agent's silence. */
  clockJumped(byMs: number): void {
    this.#status.dispatch({ type: 'clockJumped', byMs })
  }

  /** Runs a command again outside the sandbox that stopped it. */
  runOutside(terminalId: string): Promise<void> {
    return this.terminals.runOutside(terminalId, ({ command, args, cwd, env }) =>
      this.#permissions.allowOutside({ command, args: [...args ?? []], cwd, env: [...env ?? []] }))
  }

  /** Revokes permissions given for the sandbox, because the person removed it. */
  revokeSandboxAnswers(): void {
    this.#services.answers.get(this.summary.threadId).isSandboxed = false
  }

  /** Answers pending questions that the current rules decide. */
  reevaluate(): Promise<void> {
    return this.#permissions.questions.reevaluate()
  }

  /** Takes the person's answer. Without an option, the request is cancelled. */
  answerPermission(requestId: string, optionId: string | undefined, { scope, reason }: AnswerExtras = {}): void {
    this.#permissions.questions.answerPermission(requestId, optionId, scope)
    if (reason !== undefined)
      this.queue.addNext([{ type: 'text', text: reason }])
  }

  answerElicitation(requestId: string, response: CreateElicitationResponse): void {
    this.#permissions.questions.answerElicitation(requestId, response)
  }

  /** Asks the agent to fork the session for another thread. */
  async fork(): Promise<ForkedSession> {
    this.#turns.assertIdle()
    const live = await this.attach()
    this.#turns.assertIdle()
    return this.#agent.fork(live)
  }

  /** Records that another thread continues from an earlier message of this one. */
  recordBranch({ threadId, title, agentName }: ThreadSummary): void {
    this.#log.commit({ type: 'origin', how: 'branched', threadId, title, agentName })
  }

  update(patch: PersonPatch): void {
    this.#status.update(patch)
  }

  /** Closes the thread. An open turn ends with `end`. */
  async dispose(end: Omit<TurnEndEvent, 'type'> = interruptedEnd): Promise<void> {
    this.#isDisposed = true
    this.queue.pause({ why: 'closed' })
    this.#agent.refuseStarts()
    if (end === interruptedEnd)
      this.#status.interrupt()
    // The agent may continue for other threads, but not with this turn.
    this.#turns.cancel({ isByPerson: end !== interruptedEnd })
    this.#turns.end(end)
    this.#permissions.questions.cancelAll()
    try {
      await this.#agent.end()
    }
    finally {
      this.#status.save()
      this.#permissions.dispose()
      this.#log.dispose()
    }
  }

  #onStopped({ message: why, details, isBrokenOff, canResume }: AgentStop): void {
    const { signIn, terminals } = this.#agent
    // An idle connection may break at any time, and the next prompt makes another.
    const isIdle = this.summary.activity.state === 'ready' && !terminals.running.isAnyRunning
    const message = isBrokenOff && this.#turns.isRunning ? describeTurnDisconnect(why) : why
    this.#turns.end({ reason: 'error', message, details, isBrokenOff })
    this.#permissions.questions.cancelAll()
    if (isIdle && isBrokenOff && canResume)
      this.#status.dispatch({ type: 'slept' })
    else if (!signIn.runsCommand) // a sign-in in a terminal continues without the agent
      this.#status.dispatch({ type: 'stopped', message, details, isBrokenOff })
    terminals.running
      .endAll()
      .catch(error => this.#services.report(error, 'ending the commands of an agent that has ended'))
  }
}
