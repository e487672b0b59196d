import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { TurnEndEvent } from '../../shared/thread/events'
import type { Unread } from '../../shared/thread/news'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { StoredThread, ThreadMark, ThreadPatch } from '../store/tables/threadTable'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { type ActivityEvent, reduceActivity } from './activity'

/** Interval for publishing that a working agent sends updates, so that windows can detect 10 s of silence. */
const updateIntervalMs = 5000
/** Interval for storing and publishing the agent's title, because it may change with every word. */
const titleIntervalMs = 1000

/** The person's own changes: title and place in the list. */
export type PersonPatch = Pick<ThreadPatch, 'title' | 'titleFrom' | 'isPinned' | 'isArchived'>

interface ThreadStatusOptions {
  readonly stored: StoredThread
  readonly services: Pick<ThreadServices, 'store' | 'writes' | 'signIns' | 'isInView'>
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
    return toSummary(this.#stored, {
      activity: this.#activity,
      waiting: this.#waiting,
      isPaused: this.#options.isQueuePaused(),
    })
  }

  /** Updates the row, or throws. An empty patch rereads what the log has changed. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#options.services.store.updateThread(this.#stored.threadId, { ...this.#unsaved, ...patch })
    this.#unsaved = {}
    this.#publish()
  }

  /** Changes the summary at once and stores it when the disk allows. */
  patchLater(patch: ThreadPatch): void {
    this.#patch(patch)
    this.#options.services.writes.write({ threadId: this.#stored.threadId, what: 'the row' }, () => this.update({}))
    this.#publish()
  }

  /** Sets the agent's title, which is stored once a second. */
  setAgentTitle(title: string): void {
    if (title === this.#stored.title)
      return
    this.#patch({ title, titleFrom: 'agent' })
    if (this.#titleTimer)
      return
    this.patchLater({})
    this.#titleTimer = setTimeout(() => this.save(), titleIntervalMs).unref()
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

  /** Publishes changes held elsewhere, such as a paused queue. */
  refresh(): void {
    this.#publish()
  }

  /** Marks the thread as read. */
  markSeen(): void {
    const { mark } = this.#stored
    if (mark !== undefined && mark !== 'working')
      this.patchLater({ mark: undefined })
  }

  /** Marks the thread as unread if the agent writes outside a turn. Within a turn, the turn's end does that. */
  onOutput(): void {
    const isNews = this.#activity.state === 'ready' && this.#stored.mark === undefined && !this.#isInView
    if (isNews)
      this.patchLater({ mark: 'said' })
  }

  /** Marks a running turn as interrupted, because Parley quits or has quit. */
  interrupt(): void {
    if (this.#stored.mark === 'working')
      this.#patch({ mark: 'interrupted' })
  }

  /** Applies an event of the thread's agent. */
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
      this.#publishUpdated(this.#publishedAt + updateIntervalMs - now)
    else if (event.type !== 'updated')
      this.#publish()
  }

  get #isInView(): boolean {
    return this.#options.services.isInView(this.#stored.threadId)
  }

  /** Applies a change without storing it. */
  #patch(patch: ThreadPatch): void {
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
  }

  #markAfter(event: ActivityEvent): ThreadMark | undefined {
    const { mark } = this.#stored
    switch (event.type) {
      case 'prompted': return 'working'
      case 'turnEnded': return markAfterTurn(mark, { ...event, isInView: this.#isInView })
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
      signIns.markRefused(this.#stored.agentId, event.refusedPromptId === undefined ? 'session' : 'prompt')
    else if (event.type === 'opened')
      signIns.markOpened(this.#stored.agentId)
    else if (event.type === 'turnEnded' && event.reason !== 'error' && event.reason !== 'cancelled')
      signIns.markWorked(this.#stored.agentId)
  }
}

interface ThreadState extends Pick<ThreadSummary, 'activity' | 'waiting'> {
  readonly isPaused: boolean
}

/** Summarizes a stored thread. Without `activity`, the thread is not open and its queue is paused. */
export function toSummary(stored: StoredThread, open?: ThreadState): ThreadSummary {
  const { threadId, title, agentId, agentName, folder, additionalFolders, createdAt, updatedAt, rank, mark } = stored
  const { activity, waiting, isPaused }: ThreadState
    = open ?? { activity: { state: 'asleep' }, waiting: 0, isPaused: stored.hasQueue ?? false }
  const unread = toUnread(mark, { isOpen: open !== undefined })
  const { scratch, elsewhere } = stored
  const place = { folder, ...scratch && { isScratch: true as const }, ...elsewhere && { elsewhere }, additionalFolders }
  const state = { activity, waiting, ...isPaused && { isQueuePaused: true as const }, ...unread && { unread } }
  const { pendingChanges, isPinned, isArchived } = stored
  const arranged = { ...isPinned && { isPinned: true as const }, ...isArchived && { isArchived: true as const } }
  const review = pendingChanges > 0 && { pendingChanges }
  return { threadId, title, agentId, agentName, ...place, createdAt, updatedAt, rank, ...state, ...arranged, ...review }
}

/** Returns the mark of a thread whose turn has ended. A turn that the person stopped doesn't count as unread. */
export function markAfterTurn(mark: ThreadMark | undefined, { reason, isFaulty, isInView }: {
  reason: TurnEndEvent['reason']
  isFaulty?: boolean | undefined
  isInView: boolean
}): ThreadMark | undefined {
  if (mark !== 'working')
    return mark
  if (isInView || reason === 'cancelled')
    return undefined
  return reason === 'end_turn' && !isFaulty ? 'ended' : 'failed'
}

/** Converts a mark to the unread state. A thread that is not open has no running turn. */
export function toUnread(mark: ThreadMark | undefined, { isOpen }: { isOpen: boolean }): Unread | undefined {
  return mark !== 'working' ? mark : isOpen ? undefined : 'interrupted'
}
