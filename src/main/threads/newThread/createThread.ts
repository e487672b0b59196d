import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { OriginEvent } from '../../../shared/thread/events'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { RemotePlace, StoredThread } from '../../store/tables/threadTable'
import type { ThreadStore } from '../../store/threadStore'
import type { ScratchFolder, ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { ForkedSession } from '../session/session'
import { randomUUID } from 'node:crypto'
import { newThreadTitle } from '../../../shared/contract/threadSummary'
import { HostError } from '../../../shared/errors'
import { createTitle } from '../threadTitle'

/** Number of events read at a time. */
const pageSize = 2_000

/** Data stored with a new thread. */
export interface NewThreadFacts {
  readonly agent: AgentDefinition
  readonly folder: string
  readonly additionalFolders: readonly string[]
  /** Set if the folder is this scratch folder. */
  readonly scratch?: ScratchFolder['scratch']
  /** Where the agent runs, if not on this machine. */
  readonly elsewhere?: RemotePlace
  /** An existing session of the agent. */
  readonly session?: { readonly sessionId: string, readonly title?: string }
  /** The thread whose transcript is offered for the first message. */
  readonly source?: ThreadSummary
}

/** Stores a new thread. */
export function createThread(store: ThreadStore, { agent, session, source, ...folders }: NewThreadFacts): StoredThread {
  const title = createTitle(session?.title ?? '')
  const stored = store.createThread({
    threadId: randomUUID(),
    title: title ?? newThreadTitle,
    titleFrom: title === undefined ? 'prompt' : 'agent',
    agentId: agent.agentId,
    agentName: agent.name,
    ...folders,
    createdAt: Date.now(),
    sessionId: session?.sessionId,
  })
  const origin = source && describeOrigin(source, 'transcript', folders.scratch)
  if (origin)
    store.appendEvents(stored.threadId, [{ seq: 1, at: Date.now(), ...origin }], { durable: false })
  return stored
}

/** Stores a thread with a copy of the log of `source`, up to the point where the agent copied its session. */
export function createFork(
  store: ThreadStore,
  source: ThreadSummary,
  { sessionId, upToSeq }: ForkedSession,
): StoredThread {
  const { threadId, title } = source
  return store.copyThread({
    fromThreadId: threadId,
    upToSeq,
    threadId: randomUUID(),
    title: title === newThreadTitle ? title : `${title} (fork)`,
    sessionId,
    createdAt: Date.now(),
    lastEvent: describeOrigin(source, 'fork'),
  })
}

/**
 * Stores a thread with a copy of the log of `source` before that prompt. Its agent starts a new session. Scratch
 * folders are not shared: the new thread gets its own.
 */
export function createBranch(
  { store, scratch }: { store: ThreadStore, scratch: ScratchFolders },
  source: ThreadSummary,
  promptId: string,
): StoredThread {
  const { threadId, title, isScratch } = source
  const seq = findPromptSeq(store, threadId, promptId)
  if (seq === undefined)
    throw new HostError('not_found', 'This message is no longer stored.')
  const place = isScratch && scratch.create()
  return store.copyThread({
    fromThreadId: threadId,
    upToSeq: seq - 1,
    threadId: randomUUID(),
    title: `${title} (edited)`,
    createdAt: Date.now(),
    place,
    lastEvent: describeOrigin(source, 'branch', place?.scratch),
  })
}

/** Finds the seq of that prompt's event. Reads in pages, because logs can be long. */
function findPromptSeq(store: ThreadStore, threadId: string, promptId: string): number | undefined {
  for (let afterSeq = 0; ; afterSeq += pageSize) {
    const events = store.readEvents(threadId, { afterSeq, upToSeq: afterSeq + pageSize })
    const found = events.find(event => event.type === 'prompt' && event.promptId === promptId)
    if (found || events.length === 0)
      return found?.seq
  }
}

function describeOrigin(
  { threadId, title, agentName, isScratch }: ThreadSummary,
  how: OriginEvent['how'],
  scratch?: ScratchFolder['scratch'],
): OriginEvent {
  return { type: 'origin', how, threadId, title, agentName, ...isScratch && scratch && { hasNewFolder: true } }
}
