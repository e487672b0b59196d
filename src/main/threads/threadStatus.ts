import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadActivity } from '../../shared/thread/threadActivity'
import type { PendingWrites } from '../store/pendingWrites'
import type { StoredThread, ThreadPatch } from '../store/tables/threadTable'
import type { ThreadStore } from '../store/threadStore'
import type { AgentSignIns } from './signIn/agentSignIns'
import { type ActivityEvent, nextActivity } from './activity'

/** How often the list hears that a working agent said something. */
const heardEveryMs = 1000
/** How often the agent's title for the thread is stored and told: it may find another one with every word. */
const titleEveryMs = 1000

/** What the list shows of a thread: its row in the store and what its agent is doing. Tells whenever that changes. */
export class ThreadStatus {
  readonly #store: ThreadStore
  readonly #onChange: (summary: ThreadSummary) => void
  readonly #signIns: AgentSignIns
  readonly #writes: PendingWrites
  #stored: StoredThread
  /** What the row does not say yet. */
  #unsaved: ThreadPatch = {}
  #activity: ThreadActivity = { state: 'asleep' }
  /** How many questions wait for the person. */
  #waiting = 0
  #toldAt = 0
  #titleTimer: NodeJS.Timeout | undefined

  constructor({
    stored,
    store,
    writes,
    onChange,
    signIns,
  }: {
    stored: StoredThread
    store: ThreadStore
    writes: PendingWrites
    onChange: (summary: ThreadSummary) => void
    signIns: AgentSignIns
  }) {
    this.#stored = stored
    this.#store = store
    this.#onChange = onChange
    this.#signIns = signIns
    this.#writes = writes
  }

  get stored(): StoredThread {
    return this.#stored
  }

  get activity(): ThreadActivity {
    return this.#activity
  }

  get summary(): ThreadSummary {
    return summaryOf(this.#stored, { activity: this.#activity, waiting: this.#waiting })
  }

  /** Changes the row, or throws; an empty patch reads again what the log has changed of it. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#store.updateThread(this.#stored.threadId, { ...this.#unsaved, ...patch })
    this.#unsaved = {}
    this.tell()
  }

  /** For what the thread can go on without for a while: it holds at once, and is stored when the disk takes it. */
  note(patch: ThreadPatch): void {
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
    this.#writes.write({ threadId: this.#stored.threadId, what: 'the row' }, () => this.update({}))
    this.tell()
  }

  /** What the agent calls the thread: it holds at once. */
  noteTitle(title: string): void {
    if (title === this.#stored.title)
      return
    const patch = { title, titleFrom: 'agent' } as const
    this.#stored = { ...this.#stored, ...patch }
    this.#unsaved = { ...this.#unsaved, ...patch }
    if (this.#titleTimer)
      return
    this.note(patch)
    this.#titleTimer = setTimeout(() => this.save(), titleEveryMs).unref()
  }

  /** Stores what waits for its time. */
  save(): void {
    clearTimeout(this.#titleTimer)
    this.#titleTimer = undefined
    if (Object.keys(this.#unsaved).length > 0)
      this.note({})
  }

  setWaiting(count: number): void {
    this.#waiting = count
    this.tell()
  }

  become(event: ActivityEvent): void {
    const now = Date.now()
    const next = nextActivity(this.#activity, event, now)
    const isNews = next.state !== this.#activity.state || event.type !== 'heard' || now - this.#toldAt >= heardEveryMs
    this.#activity = next
    this.#noteSignIn(event)
    if (isNews)
      this.tell()
  }

  #noteSignIn(event: ActivityEvent): void {
    if (event.type === 'signInNeeded')
      this.#signIns.refused(this.#stored.agentId, event.refusedPromptId === undefined ? 'session' : 'prompt')
    else if (event.type === 'opened')
      this.#signIns.opened(this.#stored.agentId)
    else if (event.type === 'turnEnded' && event.reason !== 'error' && event.reason !== 'cancelled')
      this.#signIns.worked(this.#stored.agentId)
  }

  tell(): void {
    this.#toldAt = Date.now()
    this.#onChange(this.summary)
  }
}

/** A thread of the store as the list shows it; without more words one that nobody has opened. */
export function summaryOf(
  { threadId, title, agentId, agentName, folder, additionalFolders, createdAt, updatedAt, rank }: StoredThread,
  { activity, waiting }: Pick<ThreadSummary, 'activity' | 'waiting'> = { activity: { state: 'asleep' }, waiting: 0 },
): ThreadSummary {
  return { threadId, title, agentId, agentName, folder, additionalFolders, createdAt, updatedAt, rank, activity, waiting }
}
