import type { RevertedFile } from '../../changes/change'
import type { RefusedEvent, TakenBackEvent, TurnChangesEvent } from '../deedEvents'
import type { OriginEvent, PromptEvent, SessionEvent, ThreadEvent, TurnEndEvent } from '../events'
import type { Entry, ToolEntry, Transcript, TurnEndEntry } from '../transcript'
import { addChoice } from '../options/modes'
import { reduceQueue, removeQueued } from '../queue'
import { endCalls, endTerminal, endTurn, stopCalls } from './closeCalls'
import { Draft, isOpenCall } from './draft'
import { mentionsPath, summarizeUnasked } from './notAsked'
import { reduceQuestion } from './reduceQuestion'
import { addFileWrite, startTerminal, takeLooseTerminals } from './reduceToolCall'
import { addUpdate } from './reduceUpdate'
import { getTurnOutcome } from './turnOutcome'
import { computeTurnCost } from './usage'

/** Raise this whenever the same log yields different entries: entries stored by an older version are then rebuilt. */
export const reducerVersion = 16

interface Place { readonly id: string, readonly at: number }

/**
 * Reduces events into a transcript. Pure; shared by host, renderer and tests. Events already applied (by `seq`) are
 * skipped, so batches may overlap.
 */
export function reduce(transcript: Transcript, events: readonly ThreadEvent[]): Transcript {
  const fresh = events.filter(event => event.seq > transcript.lastSeq)
  if (fresh.length === 0)
    return transcript
  const draft = new Draft(transcript)
  for (const event of fresh) {
    apply(draft, event)
    draft.lastSeq = event.seq
  }
  return draft.finish()
}

/** Long because it has one branch per kind of event. */
function apply(draft: Draft, event: ThreadEvent): void {
  const { seq, at } = event
  const id = `e${seq}`
  switch (event.type) {
    case 'prompt':
      return startTurn(draft, event, { id, at })
    case 'steer':
      draft.patchHead({ queue: removeQueued(draft.head.queue, event.messageId) })
      return draft.push({ kind: 'user', id, at, content: event.content, isSteer: true })
    case 'queued':
    case 'queueChange':
    case 'queueRemoval':
    case 'queuePause':
    case 'queueResume':
      return draft.patchHead({ queue: reduceQueue(draft.head.queue, event) })
    case 'update':
      return addUpdate(draft, event)
    case 'session':
      return openSession(draft, event, at)
    case 'permission':
    case 'permissionAnswer':
    case 'elicitation':
    case 'elicitationAnswer':
    case 'elicitationComplete':
      return reduceQuestion(draft, event, { id, at })
    case 'cancel':
      return stopCalls(draft, at)
    case 'turnEnd':
      endCalls(draft, at, event.reason)
      takeLooseTerminals(draft, { id, at })
      addTurnEnd(draft, event, { id, at })
      return draft.patchHead({ turnOpen: false })
    case 'turnChanges':
      return addChanges(draft, event)
    case 'takenBack':
      return draft.patchHead({ takenBack: mergeReverted(draft.head.takenBack, event) })
    case 'choice':
      return draft.patchHead(addChoice(draft.head, event))
    case 'terminalStart':
      return startTerminal(draft, event)
    case 'terminalEnd':
      return endTerminal(draft, event)
    case 'fileWrite':
      return addFileWrite(draft, event, { id, at })
    case 'refused':
      return addRefusal(draft, event)
    case 'notice': {
      const { severity, title, description, details, rule } = event
      return draft.push({
        kind: 'notice',
        id,
        at,
        notice: { severity, title, description, details, ...rule && { rule } },
      })
    }
    case 'cannotFork':
      return draft.head.session && draft.patchHead({ session: { ...draft.head.session, canFork: undefined } })
    case 'origin':
      return addOrigin(draft, event, { id, at })
  }
}

function startTurn(draft: Draft, { content, promptId, messageId }: PromptEvent, { id, at }: Place): void {
  draft.patchHead({
    turnOpen: true,
    turnStart: draft.nextIndex,
    looseTerminals: [],
    looseExits: undefined,
    transcriptOffer: undefined,
  })
  if (draft.head.usage)
    draft.patchHead({ usageBefore: draft.head.usage })
  if (messageId !== undefined)
    draft.patchHead({ queue: removeQueued(draft.head.queue, messageId) })
  draft.push({ kind: 'user', id, at, content, promptId })
}

function openSession(draft: Draft, event: SessionEvent, at: number): void {
  const { sessionId, agent, additionalFolders, canSignOut, canDelete, canFork, canSteer } = event
  // A session that was just opened runs nothing, even if its replay contains unfinished calls.
  if (!draft.head.turnOpen)
    endTurn(draft, at)
  draft.patchHead({
    session: {
      sessionId,
      agentName: agent?.name,
      agentVersion: agent?.version,
      additionalFolders,
      ...(canSignOut && { canSignOut }),
      ...(canDelete && { canDelete }),
      ...(canFork && { canFork }),
      ...(canSteer && { canSteer }),
    },
    modes: event.modes,
    configOptions: event.configOptions,
    promptCapabilities: event.promptCapabilities,
    ...(event.how === 'new' && { sessionStart: draft.nextIndex }),
  })
}

function addTurnEnd(draft: Draft, event: TurnEndEvent, { id, at }: Place): void {
  const { reason, message, details, isBrokenOff, running } = event
  const end = { reason, message, details, ...isBrokenOff && { isBrokenOff }, ...running && { running } }
  // A second end adds nothing about the turn.
  const outcome = draft.head.turnOpen
    ? { ...getTurnOutcome(draft.entries.slice(draft.turnStart), end), ...summarizeUnasked(draft) }
    : {}
  const spent = computeTurnCost(draft.head)
  const first = draft.entries[draft.turnStart]
  const promptId = first?.kind === 'user' ? first.promptId : undefined
  draft.push({ kind: 'turn-end', id, at, end, ...promptId !== undefined && { promptId }, ...outcome, ...spent && { spent } })
}

/**
 * Adds the summary of a turn. It arrives shortly after the end of the turn, when a queued prompt may already have
 * started the next one.
 */
function addChanges(draft: Draft, { promptId, count, files, gap, git }: TurnChangesEvent): void {
  // A transcript that starts in the middle of a turn does not know the turn's prompt.
  const found = draft.findTurnEnd(promptId)
    ?? draft.findInTurn((entry): entry is TurnEndEntry => entry.kind === 'turn-end' && entry.promptId === undefined)
  if (found) {
    draft.replace(found.index, {
      ...found.entry,
      changes: { count, files, ...gap !== undefined && { gap }, ...git && { git } },
    })
  }
}

function addOrigin(
  draft: Draft,
  { how, threadId, title, agentName, hasNewFolder }: OriginEvent,
  { id, at }: Place,
): void {
  // Messages queued in the other thread are sent there.
  if (how !== 'branched')
    draft.patchHead({ queue: undefined, ...how === 'transcript' && { transcriptOffer: { threadId, title } } })
  draft.push({
    kind: 'origin',
    id,
    at,
    origin: { how, threadId, title, agentName, ...hasNewFolder && { hasNewFolder } },
  })
}

/**
 * Twice the host's own limit, because files of turns that the ledgers have pruned are kept for a while. About 200 KB.
 */
const maxReverted = 2_000

/** Adds reverted files, and removes reapplied ones. */
function mergeReverted(known: readonly RevertedFile[] = [], { files }: TakenBackEvent): readonly RevertedFile[] {
  const byPrompt = new Map<string, Map<string, RevertedFile['act'] | undefined>>()
  for (const { promptId, path, act } of files) {
    byPrompt.set(
      promptId,
      (byPrompt.get(promptId) ?? new Map<string, RevertedFile['act'] | undefined>()).set(path, act),
    )
  }
  const fresh = [...byPrompt].flatMap(([promptId, acts]) =>
    [...acts].flatMap(([path, act]) => act ? [{ promptId, path, act }] : []),
  )
  return [...known.filter(({ promptId, path }) => !byPrompt.get(promptId)?.has(path)), ...fresh].slice(-maxReverted)
}

/** Keeps repeated refusals of one call from becoming slower and slower. */
const maxRefused = 20

/**
 * Shows a refused request in the tool call that names the file, command or terminal, or else in the running one.
 * Without either, only the decision log records it, because agents often probe for missing files.
 */
function addRefusal(draft: Draft, { request, target, why }: RefusedEvent): void {
  const isAbout = (entry: Entry): entry is ToolEntry => entry.kind === 'tool' && namesTarget(entry, { request, target })
  const owner = draft.findInTurn(isAbout) ?? draft.findInTurn(isOpenCall)
  if (!owner || (owner.entry.refused?.length ?? 0) >= maxRefused)
    return
  draft.replace(owner.index, { ...owner.entry, refused: [...owner.entry.refused ?? [], { request, target, why }] })
}

function namesTarget(
  { call, terminalIds }: ToolEntry,
  { request, target }: Pick<RefusedEvent, 'request' | 'target'>,
): boolean {
  return request === 'terminal' ? terminalIds.includes(target) : mentionsPath(call, target)
}
