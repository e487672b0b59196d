import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { PendingWrites } from '../store/pendingWrites'
import type { StoredThread, ThreadPatch } from '../store/tables/threadTable'
import type { ThreadStore } from '../store/threadStore'
import type { AgentSignIns } from './signIn/agentSignIns'
import type { ThreadListener } from './threadListener'
import { type ActivityEvent, reduceActivity } from './activity'

/** How often the list is told that a working agent sent an update. */
const updatedEveryMs = 1000
/** How often the agent's title for the thread is stored and published: it may find another one with every word. */
const titleEveryMs = 1000

/** What a `ThreadStatus` needs. */
export interface ThreadStatusOptions {
  readonly stored: StoredThread
  readonly store: ThreadStore
  readonly writes: PendingWrites
  readonly signIns: AgentSignIns
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
  #titleTimer: NodeJS.Timeout | undefined

  constructor(options: ThreadStatusOptions) {
    this.#options = options
    this.#stored = options.stored
  }

  get stored(): StoredThread {
    return this.#stored
  }

  get activity(): ThreadActivity {
    return this.#activity
  }

  get summary(): ThreadSummary {
    return summaryOf(this.#stored, { activity: this.#activity, waiting: this.#waiting, isPaused: this.#options.isQueuePaused() })
  }

  /** Changes the row, or throws; an empty patch reads again what the log has changed in it. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#options.store.updateThread(this.#stored.threadId, { ...this.#unsaved, ...patch })
    this.#unsaved = {}
    this.#publish()
  }

  /** For what need not be on disk at once: it holds from now on, and is stored when the disk takes it. */
  patchLater(patch: ThreadPatch): void {
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
    this.#options.writes.write({ threadId: this.#stored.threadId, what: 'the row' }, () => this.update({}))
    this.#publish()
  }

  /** The agent's title for the thread: it holds at once, and is stored once a second. */
  setAgentTitle(title: string): void {
    if (title === this.#stored.title)
      return
    const patch = { title, titleFrom: 'agent' } as const
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
    if (this.#titleTimer)
      return
    this.patchLater(patch)
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

  /** What others answer for has changed. */
  refresh(): void {
    this.#publish()
  }

  /** Takes what has happened to the thread's agent. */
  dispatch(event: ActivityEvent): void {
    const now = Date.now()
    const next = reduceActivity(this.#activity, event, now)
    const isNews = next.state !== this.#activity.state || event.type !== 'updated' || now - this.#publishedAt >= updatedEveryMs
    this.#activity = next
    this.#recordSignIn(event)
    if (isNews)
      this.#publish()
  }

  #publish(): void {
    this.#publishedAt = Date.now()
    this.#options.listener.onChange(this.summary)
  }

  #recordSignIn(event: ActivityEvent): void {
    const { signIns } = this.#options
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

/** A stored thread as the list shows it; without activity, one that is not open, whose messages wait until it is opened. */
export function summaryOf(
  { threadId, title, agentId, agentName, folder, additionalFolders, scratch, createdAt, updatedAt, rank, hasQueue }: StoredThread,
  { activity, waiting, isPaused }: ThreadState = { activity: { state: 'asleep' }, waiting: 0, isPaused: hasQueue === true },
): ThreadSummary {
  const place = { folder, ...scratch && { isScratch: true as const }, additionalFolders }
  const state = { activity, waiting, ...isPaused && { isQueuePaused: true as const } }
  return { threadId, title, agentId, agentName, ...place, createdAt, updatedAt, rank, ...state }
}
