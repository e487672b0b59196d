import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { TurnEndEvent } from '../../shared/thread/events'
import type { Unread } from '../../shared/thread/news'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { StoredThread, ThreadMark, ThreadPatch } from '../store/tables/threadTable'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { type ActivityEvent, reduceActivity } from './activity'

/** How often windows are told that a working agent sent an update, so that they can detect 10 s of silence. */
const updatedEveryMs = 5000
/** How often the agent's title is stored and published, as it may change with every word. */
const titleEveryMs = 1000

/** The person's own changes: title and place in the list. */
export type PersonPatch = Pick<ThreadPatch, 'title' | 'titleFrom' | 'isPinned' | 'isArchived'>

interface ThreadStatusOptions {
  readonly stored: StoredThread
  readonly services: Pick<ThreadServices, 'store' | 'writes' | 'signIns' | 'isLookedAt'>
  /** Whether the queue of an open thread is paused. */
  readonly isQueuePaused: () => boolean
  readonly listener: Pick<ThreadListener, 'onChange'>
}

/** A thread's summary: its stored row and its agent's activity. Publishes every change. */
export class ThreadStatus {
  readonly #options: ThreadStatusOptions
  #stored: StoredThread
  /** Changes that are not stored yet. */
  #unsaved: ThreadPatch = {}
  #activity: ThreadActivity = { state: 'asleep' }
  /** Number of pending questions. */
  #waiting = 0
  #publishedAt = 0
  /** Set only while the agent works. */
  #updatedTimer: NodeJS.Timeout | undefined
  #titleTimer: NodeJS.Timeout | undefined

  constructor(options: ThreadStatusOptions) {
    this.#options = options
    this.#stored = options.stored
    this.interrupt() // a turn was running when it was stored
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

  /** Changes the row, or throws. An empty patch rereads what the log has changed. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#options.services.store.updateThread(this.#stored.threadId, { ...this.#unsaved, ...patch })
    this.#unsaved = {}
    this.#publish()
  }

  /** Changes the summary at once and stores it when the disk allows. */
  patchLater(patch: ThreadPatch): void {
    this.#hold(patch)
    this.#options.services.writes.write({ threadId: this.#stored.threadId, what: 'the row' }, () => this.update({}))
    this.#publish()
  }

  /** Takes the agent's title at once and stores it once a second. */
  setAgentTitle(title: string): void {
    if (title === this.#stored.title)
      return
    this.#hold({ title, titleFrom: 'agent' })
    if (this.#titleTimer)
      return
    this.patchLater({})
    this.#titleTimer = setTimeout(() => this.save(), titleEveryMs).unref()
  }

  /** Stores deferred changes. */
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

  /** Sets the number of files with pending changes. */
  setPendingChanges(pendingChanges: number): void {
    if (pendingChanges !== this.#stored.pendingChanges)
      this.patchLater({ pendingChanges })
  }

  /** Publishes changes in facts that others hold. */
  refresh(): void {
    this.#publish()
  }

  /** The thread is in view, so nothing in it counts as unseen. */
  seen(): void {
    const { mark } = this.#stored
    if (mark !== undefined && mark !== 'working')
      this.patchLater({ mark: undefined })
  }

  /** The agent wrote something. Within a turn, the end of the turn announces it. */
  said(): void {
    const isNews = this.#activity.state === 'ready' && this.#stored.mark === undefined && !this.#isLookedAt
    if (isNews)
      this.patchLater({ mark: 'said' })
  }

  /** Parley ends, or has ended, during the running turn. */
  interrupt(): void {
    if (this.#stored.mark === 'working')
      this.#hold({ mark: 'interrupted' })
  }

  /** Takes in an event of the thread's agent. */
  dispatch(event: ActivityEvent): void {
    const now = Date.now()
    const next = reduceActivity(this.#activity, event, now)
    const isUpdated = event.type === 'updated' && next !== this.#activity
    this.#activity = next
    this.#recordSignIn(event)
    const mark = this.#markAfter(event)
    const isBack = event.type === 'prompted' && this.#stored.isArchived // the person continued it
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

  /** Applies a change without storing it. */
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

/** Summary of a stored thread. Without activity it is not open, and its messages wait. */
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

/** The mark of a thread whose turn has ended. A turn that the person stopped is no news. */
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

/** The unread state of a mark. A thread that is not open has no running turn. */
export function toUnread(mark: ThreadMark | undefined, { isOpen }: { isOpen: boolean }): Unread | undefined {
  return mark !== 'working' ? mark : isOpen ? undefined : 'interrupted'
}
