import type { ThreadActivity, ThreadSummary } from '../../shared/contract'
import type { ThreadStore } from '../store/threadStore'
import type { StoredThread, ThreadPatch } from '../store/threadTable'
import { nextActivity, type ActivityEvent } from './nextActivity'

/** How often the list hears that a working agent said something. */
const heardEveryMs = 1000

/** What the list shows of a thread: its row in the store and what its agent is doing. Tells whenever that changes. */
export class ThreadStatus {
  readonly #store: ThreadStore
  readonly #waiting: () => number
  readonly #onChange: (summary: ThreadSummary) => void
  #stored: StoredThread
  #activity: ThreadActivity = { state: 'asleep' }
  #toldAt = 0

  constructor({ stored, store, waiting, onChange }: { stored: StoredThread, store: ThreadStore, waiting: () => number, onChange: (summary: ThreadSummary) => void }) {
    this.#stored = stored
    this.#store = store
    this.#waiting = waiting
    this.#onChange = onChange
  }

  get stored(): StoredThread {
    return this.#stored
  }

  get activity(): ThreadActivity {
    return this.#activity
  }

  get summary(): ThreadSummary {
    const { threadId, title, agentId, agentName, folder, createdAt, updatedAt } = this.#stored
    return { threadId, title, agentId, agentName, folder, createdAt, updatedAt, activity: this.#activity, waiting: this.#waiting() }
  }

  /** Changes the row; an empty patch reads again what the log has changed of it. */
  update(patch: ThreadPatch): void {
    this.#stored = this.#store.updateThread(this.#stored.threadId, patch)
    this.tell()
  }

  become(event: ActivityEvent): void {
    const now = Date.now()
    const next = nextActivity(this.#activity, event, now)
    const isNews = next.state !== this.#activity.state || event.type !== 'heard' || now - this.#toldAt >= heardEveryMs
    this.#activity = next
    if (isNews)
      this.tell()
  }

  tell(): void {
    this.#toldAt = Date.now()
    this.#onChange(this.summary)
  }
}
