import type { TurnChangesEvent } from '../deedEvents'
import type { PermissionEvent, ThreadEvent, TurnEndEvent } from '../events'
import type { PermissionEntry, Transcript, TurnEndEntry } from '../transcript'
import { withChoice } from '../options/chosen'
import { reduceQueue, withoutQueued } from '../queue'
import { endCalls, endTerminal, endTurn, stopCalls } from './closeCalls'
import { Draft } from './draft'
import { unaskedIn } from './notAsked'
import { addFileWrite, addToolCall, startTerminal, takeLooseTerminals } from './reduceToolCall'
import { addUpdate } from './reduceUpdate'
import { addRefusal } from './refusal'
import { spentIn } from './spent'
import { withTakenBack } from './takenBack'
import { turnOutcome } from './turnOutcome'

/** To be raised whenever the same log gives other entries than before: entries stored by an older version are then derived again. */
export const reducerVersion = 11

/**
 * Folds events into a transcript. Pure; the host, the renderer and the tests all use it. Events that were already folded (by
 * `seq`) are skipped, so a batch may overlap with what was opened.
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

function apply(draft: Draft, event: ThreadEvent): void {
  const { seq, at } = event
  const id = `e${seq}`
  switch (event.type) {
    case 'prompt':
      draft.patchHead({ turnOpen: true, turnStart: draft.nextIndex, looseTerminals: [], looseExits: undefined, transcriptOffer: undefined })
      if (draft.head.usage)
        draft.patchHead({ usageBefore: draft.head.usage })
      if (event.messageId !== undefined)
        draft.patchHead({ queue: withoutQueued(draft.head.queue, event.messageId) })
      return draft.push({ kind: 'user', id, at, content: event.content, promptId: event.promptId })
    case 'steer':
      draft.patchHead({ queue: withoutQueued(draft.head.queue, event.messageId) })
      return draft.push({ kind: 'user', id, at, content: event.content, isSteer: true })
    case 'queued':
    case 'queueChange':
    case 'queueRemoval':
    case 'queuePause':
    case 'queueResume':
      return draft.patchHead({ queue: reduceQueue(draft.head.queue, event) })
    case 'update':
      return addUpdate(draft, event)
    case 'session': {
      const { sessionId, agent, additionalFolders, canSignOut, canDelete, canFork, canSteer } = event
      // Nothing runs in a session that was just opened, even if its replay left calls open.
      if (!draft.head.turnOpen)
        endTurn(draft, at)
      return draft.patchHead({
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
    case 'permission':
      return addPermission(draft, event, { id, at })
    case 'permissionAnswer': {
      const asked = draft.findQuestion(event.requestId)
      if (asked?.entry.kind === 'permission') {
        draft.replace(asked.index, {
          ...asked.entry,
          asked: undefined,
          ...asked.entry.asked?.kind && { askedKind: asked.entry.asked.kind },
          answer: answerOf(event, at),
        })
      }
      return
    }
    case 'elicitation':
      return draft.push({ kind: 'elicitation', id, at, requestId: event.requestId, request: event.request })
    case 'elicitationAnswer': {
      const asked = draft.findQuestion(event.requestId)
      if (asked?.entry.kind === 'elicitation')
        draft.replace(asked.index, { ...asked.entry, answer: { response: event.response, by: event.by, at } })
      return
    }
    case 'elicitationComplete': {
      const asked = draft.findQuestion(event.requestId)
      if (asked?.entry.kind === 'elicitation')
        draft.replace(asked.index, { ...asked.entry, completedAt: at })
      return
    }
    case 'cancel':
      return stopCalls(draft, at)
    case 'turnEnd':
      endCalls(draft, at, event.reason)
      takeLooseTerminals(draft, { id, at })
      endTurnEntry(draft, event, { id, at })
      return draft.patchHead({ turnOpen: false })
    case 'turnChanges':
      return addChanges(draft, event)
    case 'takenBack':
      return draft.patchHead({ takenBack: withTakenBack(draft.head.takenBack, event) })
    case 'choice':
      return draft.patchHead(withChoice(draft.head, event))
    case 'terminalStart':
      return startTerminal(draft, event)
    case 'terminalEnd':
      return endTerminal(draft, event)
    case 'fileWrite':
      return addFileWrite(draft, event, { id, at })
    case 'refused':
      return addRefusal(draft, event)
    case 'notice':
      return draft.push({
        kind: 'notice',
        id,
        at,
        notice: { severity: event.severity, title: event.title, description: event.description, details: event.details },
      })
    case 'cannotFork':
      return draft.head.session && draft.patchHead({ session: { ...draft.head.session, canFork: undefined } })
    case 'origin': {
      const { how, threadId, title, agentName, hasNewFolder } = event
      // What waits in the other thread is sent there.
      if (how !== 'branched')
        draft.patchHead({ queue: undefined, ...how === 'transcript' && { transcriptOffer: { threadId, title } } })
      return draft.push({ kind: 'origin', id, at, origin: { how, threadId, title, agentName, ...hasNewFolder && { hasNewFolder } } })
    }
  }
}

function answerOf(
  { outcome, by, rule, scope, readOnly }: Extract<ThreadEvent, { type: 'permissionAnswer' }>,
  at: number,
): PermissionEntry['answer'] {
  return { outcome, by, rule, ...scope && { scope }, ...readOnly && { readOnly }, at }
}

function endTurnEntry(draft: Draft, { reason, message, details }: TurnEndEvent, { id, at }: { id: string, at: number }): void {
  const end = { reason, message, details }
  // A second end tells nothing new of the turn.
  const outcome = draft.head.turnOpen ? { ...turnOutcome(draft.entries.slice(draft.turnStart), end), ...unaskedIn(draft) } : {}
  const spent = spentIn(draft.head)
  draft.push({ kind: 'turn-end', id, at, end, ...outcome, ...spent && { spent } })
}

/** They are summed up a moment after the turn's end, and before the next prompt. */
function addChanges(draft: Draft, { count, files, gap, git }: TurnChangesEvent): void {
  const found = draft.findInTurn((entry): entry is TurnEndEntry => entry.kind === 'turn-end')
  if (found)
    draft.replace(found.index, { ...found.entry, changes: { count, files, ...gap !== undefined && { gap }, ...git && { git } } })
}

function addPermission(
  draft: Draft,
  { requestId, from, toolCall, options, subject, always, sandbox, told, folder, runsCommands, own }: PermissionEvent,
  { id, at }: { id: string, at: number },
): void {
  if (from === 'agent')
    addToolCall(draft, toolCall, { id: `${id}t`, at, begins: true })
  const asked = from === 'agent' ? draft.findTool(toolCall.toolCallId)?.entry.call : undefined
  draft.push({
    kind: 'permission',
    id,
    at,
    request: {
      ...{ type: 'permission' as const, requestId, from, toolCall, options, subject, always },
      ...(sandbox && { sandbox }),
      ...(told && { told }),
      ...(folder !== undefined && { folder }),
      ...(runsCommands && { runsCommands }),
      ...(own && { own }),
    },
    asked,
  })
}
