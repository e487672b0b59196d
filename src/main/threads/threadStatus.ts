import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { TurnEndEvent } from '../../shared/thread/events'
import type { Unread } from '../../shared/thread/news'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { StoredThread, ThreadMark, ThreadPatch } from '../store/tables/threadTable'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { type ActivityEvent, reduceActivity } from './activity'

/**
 * How often windows hear that a working agent sent an update: soon enough to know by themselves when it is silent,
 * after 10 s.
 */
const updatedEveryMs = 5000
/** How often the agent's title for the thread is stored and published: it may find another one with every word. */
const titleEveryMs = 1000

/** What the person says of the thread: its title, and where it is in the list. */
export type PersonPatch = Pick<ThreadPatch, 'title' | 'titleFrom' | 'isPinned' | 'isArchived'>

interface ThreadStatusOptions {
  readonly stored: StoredThread
  readonly services: Pick<ThreadServices, 'store' | 'writes' | 'signIns' | 'isLookedAt'>
  /** Messages of an open thread wait until the person resumes. */
  readonly isQueuePaused: () => boolean
  readonly listener: Pick<ThreadListener, 'onChange'>
}

/** What the list shows of a thread: its row in the store and what its agent is doing. Publishes every change. */
export class ThreadStatus {
  readonly #options: ThreadStatusOptions
  #stored: StoredThread
  /** What the row does not say yet. */
  #unsaved: ThreadPatch = {}
  #activity: ThreadActivity = { state: 'asleep' }
  /** How many questions wait for the person. */
  #waiting = 0
  #publishedAt = 0
  /** Set only while the agent works: whatever ends that is published. */
  #updatedTimer: NodeJS.Timeout | undefined
  #titleTimer: NodeJS.Timeout | undefined

  constructor(options: ThreadStatusOptions) {
    this.#options = options
    this.#stored = options.stored
    this.interrupt() // a turn that was running when it was stored
  }

  get stored(): StoredThread {
    return this.#stored
  }

  get activity(): ThreadActivity {
    return this.#activity
  }

  get summary(): ThreadSummary {
    return toSummary(this.#stored, { activity: this.#activity, waiting: this.#waiting, isPaused: this.#options.isQueuePaused() })
  }

  /** Changes the row, or throws; an empty patch reads again what the log has changed in it. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#options.services.store.updateThread(this.#stored.threadId, { ...this.#unsaved, ...patch })
    this.#unsaved = {}
    this.#publish()
  }

  /** For what need not be on disk at once: it holds from now on, and is stored when the disk takes it. */
  patchLater(patch: ThreadPatch): void {
    this.#hold(patch)
    this.#options.services.writes.write({ threadId: this.#stored.threadId, what: 'the row' }, () => this.update({}))
    this.#publish()
  }

  /** The agent's title for the thread: it holds at once, and is stored once a second. */
  setAgentTitle(title: string): void {
    if (title === this.#stored.title)
      return
    this.#hold({ title, titleFrom: 'agent' })
    if (this.#titleTimer)
      return
    this.patchLater({})
    this.#titleTimer = setTimeout(() => this.save(), titleEveryMs).unref()
  }

  /** Stores what waits for its time. */
  save(): void {
    clearTimeout(this.#titleTimer)
    this.#titleTimer = undefined
    if (Object.keys(this.#unsaved).length > 0)
      this.patchLater({})
  }

  setWaiting(count: number): void {
    this.#waiting = count
    this.#publish()
  }

  /** In how many files something waits for the person's decision. */
  setPendingChanges(pendingChanges: number): void {
    if (pendingChanges !== this.#stored.pendingChanges)
      this.patchLater({ pendingChanges })
  }

  /** What others answer for has changed. */
  refresh(): void {
    this.#publish()
  }

  /** The thread is in view: nothing in it counts as unseen. */
  seen(): void {
    const { mark } = this.#stored
    if (mark !== undefined && mark !== 'working')
      this.patchLater({ mark: undefined })
  }

  /** The agent wrote something; within a turn, the turn's end announces it. */
  said(): void {
    const isNews = this.#activity.state === 'ready' && this.#stored.mark === undefined && !this.#isLookedAt
    if (isNews)
      this.patchLater({ mark: 'said' })
  }

  /** Parley ends in the running turn, or ended in it before. */
  interrupt(): void {
    if (this.#stored.mark === 'working')
      this.#hold({ mark: 'interrupted' })
  }

  /** Takes what has happened to the thread's agent. */
  dispatch(event: ActivityEvent): void {
    const now = Date.now()
    const next = reduceActivity(this.#activity, event, now)
    const isUpdated = event.type === 'updated' && next !== this.#activity
    this.#activity = next
    this.#recordSignIn(event)
    const mark = this.#markAfter(event)
    const isBack = event.type === 'prompted' && this.#stored.isArchived // the person went on with it
    if (mark !== this.#stored.mark || isBack)
      this.patchLater({ mark, ...isBack && { isArchived: false } })
    else if (isUpdated)
      this.#publishUpdated(this.#publishedAt + updatedEveryMs - now)
    else if (event.type !== 'updated')
      this.#publish()
  }

  get #isLookedAt(): boolean {
    return this.#options.services.isLookedAt(this.#stored.threadId)
  }

  /** It holds from now on. */
  #hold(patch: ThreadPatch): void {
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
  }

  #markAfter(event: ActivityEvent): ThreadMark | undefined {
    const { mark } = this.#stored
    switch (event.type) {
      case 'prompted': return 'working'
      case 'turnEnded': return markAfterTurn(mark, { ...event, isLookedAt: this.#isLookedAt })
      default: return mark
    }
  }

  #publishUpdated(dueMs: number): void {
    if (dueMs <= 0)
      this.#publish()
    else
      this.#updatedTimer ??= setTimeout(() => this.#publish(), dueMs).unref()
  }

  #publish(): void {
    clearTimeout(this.#updatedTimer)
    this.#updatedTimer = undefined
    this.#publishedAt = Date.now()
    this.#options.listener.onChange(this.summary)
  }

  #recordSignIn(event: ActivityEvent): void {
    const { signIns } = this.#options.services
    if (event.type === 'signInNeeded')
      signIns.refused(this.#stored.agentId, event.refusedPromptId === undefined ? 'session' : 'prompt')
    else if (event.type === 'opened')
      signIns.opened(this.#stored.agentId)
    else if (event.type === 'turnEnded' && event.reason !== 'error' && event.reason !== 'cancelled')
      signIns.worked(this.#stored.agentId)
  }
}

interface ThreadState extends Pick<ThreadSummary, 'activity' | 'waiting'> {
  readonly isPaused: boolean
}

/**
 * A stored thread as the list shows it; without activity, one that is not open, whose messages wait until it is opened.
 */
export function toSummary(
  { threadId, title, agentId, agentName, folder, additionalFolders, scratch, createdAt, updatedAt, rank, mark, ...stored }: StoredThread,
  open?: ThreadState,
): ThreadSummary {
  const { activity, waiting, isPaused }: ThreadState
    = open ?? { activity: { state: 'asleep' }, waiting: 0, isPaused: stored.hasQueue ?? false }
  const unread = toUnread(mark, { isOpen: open !== undefined })
  const place = { folder, ...scratch && { isScratch: true as const }, additionalFolders }
  const state = { activity, waiting, ...isPaused && { isQueuePaused: true as const }, ...unread && { unread } }
  const { pendingChanges, isPinned, isArchived } = stored
  const arranged = { ...isPinned && { isPinned: true as const }, ...isArchived && { isArchived: true as const } }
  const review = pendingChanges > 0 && { pendingChanges }
  return { threadId, title, agentId, agentName, ...place, createdAt, updatedAt, rank, ...state, ...arranged, ...review }
}

/** The mark of a thread whose turn has ended. What the person stopped is no news. */
export function markAfterTurn(mark: ThreadMark | undefined, { reason, isFaulty, isLookedAt }: {
  reason: TurnEndEvent['reason']
  isFaulty?: boolean | undefined
  isLookedAt: boolean
}): ThreadMark | undefined {
  if (mark !== 'working')
    return mark
  if (isLookedAt || reason === 'cancelled')
    return undefined
  return reason === 'end_turn' && !isFaulty ? 'ended' : 'failed'
}

/** What the list says of a mark: the turn of a thread that is not open is no longer running. */
export function toUnread(mark: ThreadMark | undefined, { isOpen }: { isOpen: boolean }): Unread | undefined {
  return mark !== 'working' ? mark : isOpen ? undefined : 'interrupted'
}
