import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { AgentConnection } from '../../agents/agentConnection'
import { AgentLogWriter } from '../../../shared/agentLog/agentLogWriter'
import { HostError } from '../../../shared/errors'
import { TraceSecrets } from '../../agents/trace/traceSecrets'

/** Entries are handed on in portions of this age: a stream of tokens is no stream of events. */
const batchMs = 100

/** Of a flood, no more than the trace itself keeps is handed on. */
const maxWaiting = 2_000

/** Connections that are gone are kept for so many agents and folders. */
const maxEnded = 16

/** The agent and folder of a thread: its connection is the last one of these. */
export type AgentLogPlace = Pick<ThreadSummary, 'agentId' | 'folder'>

interface Watch {
  readonly place: AgentLogPlace
  readonly stop: () => void
  waiting: AgentLogEntry[]
  timer: NodeJS.Timeout | undefined
}

/**
 * What agents and Parley said to each other: the last connection of each agent and folder, also when it is gone, since why it went is
 * most often what is looked for. Lines are made only while somebody watches.
 */
export class AgentLogs {
  readonly #onEntries: (threadId: string, entries: AgentLogEntry[]) => void
  readonly #connections = new Map<string, AgentConnection>()
  /** By thread. */
  readonly #watches = new Map<string, Watch>()

  constructor({ onEntries }: { onEntries: (threadId: string, entries: AgentLogEntry[]) => void }) {
    this.#onEntries = onEntries
  }

  /** A process is being started. Whoever watches its agent and folder sees the log go on with it. */
  follow(connection: AgentConnection): void {
    const key = keyOf({ agentId: connection.agent.agentId, folder: connection.folder })
    this.#connections.delete(key) // so that the newest stand last
    this.#connections.set(key, connection)
    this.#forgetEnded()
    for (const [threadId, { place }] of [...this.#watches]) { // a copy: watching anew puts it at the end again
      if (keyOf(place) === key)
        this.#tell(threadId, this.watch({ threadId, ...place }))
    }
  }

  /** The connection whose messages are kept for these threads. */
  connection(place: AgentLogPlace): AgentConnection | undefined {
    return this.#connections.get(keyOf(place))
  }

  /** What is kept; what follows is told until `unwatch`. A further watcher makes those before it miss nothing. */
  watch({ threadId, agentId, folder }: AgentLogPlace & { readonly threadId: string }): AgentLogEntry[] {
    this.#flush(threadId)
    this.unwatch(threadId)
    const place = { agentId, folder }
    const connection = this.connection(place)
    const writer = new AgentLogWriter({ connectionId: connection?.connectionId ?? '', secrets: secretsOf(connection) })
    const stop = connection?.trace.onEntry(entry => this.#take(threadId, writer.write(entry))) ?? (() => undefined)
    this.#watches.set(threadId, { place, stop, waiting: [], timer: undefined })
    return connection?.trace.entries.map(entry => writer.write(entry)) ?? []
  }

  unwatch(threadId: string): void {
    const watch = this.#watches.get(threadId)
    watch?.stop()
    clearTimeout(watch?.timer)
    this.#watches.delete(threadId)
  }

  /** The whole of an entry that was shown cut. */
  readEntry(place: AgentLogPlace, entryId: string): string {
    const connection = this.connection(place)
    const entry = connection?.trace.entries.find(({ seq }) => `${connection.connectionId}/${seq}` === entryId)
    if (!entry || !('message' in entry))
      throw new HostError('not_found', 'This message is no longer kept: only the last ones of a connection are.')
    // Secrets are told by earlier messages, so those are read first.
    return JSON.stringify(
      (secretsOf(connection).cut([...connection!.trace.entries.filter(({ seq }) => seq < entry.seq), entry.message]) as unknown[]).at(-1),
    )
  }

  dispose(): void {
    for (const threadId of [...this.#watches.keys()])
      this.unwatch(threadId)
  }

  #take(threadId: string, entry: AgentLogEntry): void {
    const watch = this.#watches.get(threadId)
    if (!watch)
      return
    watch.waiting.push(entry)
    if (watch.waiting.length >= 2 * maxWaiting)
      watch.waiting = watch.waiting.slice(-maxWaiting)
    watch.timer ??= setTimeout(() => this.#flush(threadId), batchMs)
  }

  #forgetEnded(): void {
    const ended = [...this.#connections].filter(([, { exit }]) => exit !== undefined)
    for (const [key] of ended.slice(0, Math.max(0, ended.length - maxEnded)))
      this.#connections.delete(key)
  }

  #flush(threadId: string): void {
    const watch = this.#watches.get(threadId)
    if (!watch)
      return
    clearTimeout(watch.timer)
    watch.timer = undefined
    const entries = watch.waiting
    watch.waiting = []
    this.#tell(threadId, entries)
  }

  #tell(threadId: string, entries: AgentLogEntry[]): void {
    if (entries.length > 0)
      this.#onEntries(threadId, entries)
  }
}

/** All that is configured as the agent's environment counts as secret, and so does what the person stored as such. */
export function secretsOf(connection: AgentConnection | undefined): TraceSecrets {
  return new TraceSecrets([], connection?.secrets)
}

function keyOf({ agentId, folder }: AgentLogPlace): string {
  return JSON.stringify([agentId, folder])
}
