import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { AgentConnection } from '../../agents/agentConnection'
import { AgentLogWriter } from '../../../shared/agentLog/agentLogWriter'
import { HostError } from '../../../shared/errors'
import { TraceSecrets } from '../../agents/trace/traceSecrets'

/** Entries are sent in batches, so that a stream of tokens doesn't become a stream of events. */
const batchMs = 100

/** Maximum entries per batch, as many as the trace keeps. Only the newest are sent. */
const maxPending = 2_000

/** Maximum closed connections kept. */
const maxEnded = 16

/** A thread's agent and folder. The log covers the latest connection of this pair. */
type AgentLogPlace = Pick<ThreadSummary, 'agentId' | 'folder'>

interface Subscription {
  readonly place: AgentLogPlace
  readonly unsubscribe: () => void
  pending: AgentLogEntry[]
  timer: NodeJS.Timeout | undefined
}

/**
 * The messages exchanged with agents, on the latest connection per agent and folder. Closed connections are kept,
 * because people mostly open the log to find out why an agent exited. Log entries are created only while a thread is
 * subscribed.
 */
export class AgentLogs {
  readonly #onEntries: (threadId: string, entries: AgentLogEntry[]) => void
  readonly #connections = new Map<string, AgentConnection>()
  /** Keyed by thread. */
  readonly #subscriptions = new Map<string, Subscription>()

  constructor({ onEntries }: { onEntries: (threadId: string, entries: AgentLogEntry[]) => void }) {
    this.#onEntries = onEntries
  }

  /** Sets the current connection of its agent and folder. Subscribed threads continue with its entries. */
  setConnection(connection: AgentConnection): void {
    const key = toKey({ agentId: connection.agent.agentId, folder: connection.folder })
    this.#connections.delete(key) // moves it to the end, as the newest
    this.#connections.set(key, connection)
    this.#pruneEnded()
    for (const [threadId, { place }] of [...this.#subscriptions]) { // copied, because subscribing changes the map
      if (toKey(place) === key)
        this.#emit(threadId, this.subscribe({ threadId, ...place }))
    }
  }

  /** The latest connection of this agent and folder. */
  connection(place: AgentLogPlace): AgentConnection | undefined {
    return this.#connections.get(toKey(place))
  }

  /**
   * Returns the entries so far and emits later ones until `unsubscribe`. When a thread subscribes again, its pending
   * entries are emitted first, so that its other windows don't miss any.
   */
  subscribe({ threadId, agentId, folder }: AgentLogPlace & { readonly threadId: string }): AgentLogEntry[] {
    this.#flush(threadId)
    this.unsubscribe(threadId)
    const place = { agentId, folder }
    const connection = this.connection(place)
    const writer = new AgentLogWriter({
      connectionId: connection?.connectionId ?? '',
      secrets: collectSecrets(connection),
    })
    const unsubscribe = connection?.trace.onEntry(entry => this.#enqueue(threadId, writer.write(entry)))
      ?? (() => undefined)
    this.#subscriptions.set(threadId, { place, unsubscribe, pending: [], timer: undefined })
    return connection?.trace.entries.map(entry => writer.write(entry)) ?? []
  }

  unsubscribe(threadId: string): void {
    const subscription = this.#subscriptions.get(threadId)
    subscription?.unsubscribe()
    clearTimeout(subscription?.timer)
    this.#subscriptions.delete(threadId)
  }

  /** Reads the full message of a shortened entry. */
  readEntry(place: AgentLogPlace, entryId: string): string {
    const connection = this.connection(place)
    const entry = connection?.trace.entries.find(({ seq }) => `${connection.connectionId}/${seq}` === entryId)
    if (!entry || !('message' in entry)) {
      throw new HostError(
        'not_found',
        'This message is no longer available. Parley keeps only the latest messages of a connection.',
      )
    }
    // Earlier messages reveal which values are secret, so they are read first.
    const earlier = connection!.trace.entries.filter(({ seq }) => seq < entry.seq)
    return JSON.stringify((collectSecrets(connection).cut([...earlier, entry.message]) as unknown[]).at(-1))
  }

  dispose(): void {
    for (const threadId of [...this.#subscriptions.keys()])
      this.unsubscribe(threadId)
  }

  #enqueue(threadId: string, entry: AgentLogEntry): void {
    const subscription = this.#subscriptions.get(threadId)
    if (!subscription)
      return
    subscription.pending.push(entry)
    if (subscription.pending.length >= 2 * maxPending)
      subscription.pending = subscription.pending.slice(-maxPending)
    subscription.timer ??= setTimeout(() => this.#flush(threadId), batchMs)
  }

  #pruneEnded(): void {
    const ended = [...this.#connections].filter(([, { exit }]) => exit !== undefined)
    for (const [key] of ended.slice(0, Math.max(0, ended.length - maxEnded)))
      this.#connections.delete(key)
  }

  #flush(threadId: string): void {
    const subscription = this.#subscriptions.get(threadId)
    if (!subscription)
      return
    clearTimeout(subscription.timer)
    subscription.timer = undefined
    const entries = subscription.pending
    subscription.pending = []
    this.#emit(threadId, entries)
  }

  #emit(threadId: string, entries: AgentLogEntry[]): void {
    if (entries.length > 0)
      this.#onEntries(threadId, entries)
  }
}

/** Collects secret values: the agent's configured environment variables and the person's stored secrets. */
export function collectSecrets(connection: AgentConnection | undefined): TraceSecrets {
  return new TraceSecrets([], connection?.secrets)
}

function toKey({ agentId, folder }: AgentLogPlace): string {
  return JSON.stringify([agentId, folder])
}
