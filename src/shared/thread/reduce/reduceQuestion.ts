import type { PermissionEvent, ThreadEvent } from '../events'
import type { ElicitationEntry, PermissionEntry, ToolEntry } from '../transcript'
import type { Draft } from './draft'
import { isQuestionAbout, wasAllowed } from './notAsked'
import { addToolCall } from './reduceToolCall'

type PermissionAnswer = Extract<ThreadEvent, { type: 'permissionAnswer' }>

/** Events about permission requests and elicitations. */
type QuestionEvent
  = | PermissionEvent
    | PermissionAnswer
    | Extract<ThreadEvent, { type: 'elicitation' | 'elicitationAnswer' | 'elicitationComplete' }>

interface Place { readonly id: string, readonly at: number }

/** Adds a question, or updates it. */
export function reduceQuestion(draft: Draft, event: QuestionEvent, { id, at }: Place): void {
  switch (event.type) {
    case 'permission':
      return addPermission(draft, event, { id, at })
    case 'permissionAnswer':
      return answerPermission(draft, event, at)
    case 'elicitation':
      return draft.push({ kind: 'elicitation', id, at, requestId: event.requestId, request: event.request })
    case 'elicitationAnswer':
      return patchElicitation(draft, event.requestId, { answer: { response: event.response, by: event.by, at } })
    case 'elicitationComplete':
      return patchElicitation(draft, event.requestId, { completedAt: at })
  }
}

function addPermission(
  draft: Draft,
  { requestId, from, toolCall, options, subject, always, sandbox, told, earlier, changes, folder, runsCommands, own }: PermissionEvent,
  { id, at }: Place,
): void {
  if (from === 'agent')
    addToolCall(draft, toolCall, { id: `${id}t`, at, begins: true })
  const tool = from === 'agent' ? draft.findTool(toolCall.toolCallId) : undefined
  const asked = tool?.entry.call
  if (tool && changes)
    draft.replace(tool.index, { ...tool.entry, compared: changes })
  draft.push({
    kind: 'permission',
    id,
    at,
    request: {
      ...{ type: 'permission' as const, requestId, from, toolCall, options, subject, always },
      ...(sandbox && { sandbox }),
      ...(told && { told }),
      ...(earlier && { earlier }),
      ...(changes && { changes }),
      ...(folder !== undefined && { folder }),
      ...(runsCommands && { runsCommands }),
      ...(own && { own }),
    },
    asked,
  })
}

function answerPermission(draft: Draft, answer: PermissionAnswer, at: number): void {
  const { requestId, outcome, by, rule, scope, readOnly, since } = answer
  const found = draft.findQuestion(requestId)
  if (found?.entry.kind !== 'permission')
    return
  const answered: PermissionEntry = {
    ...found.entry,
    asked: undefined,
    ...found.entry.asked?.kind && { askedKind: found.entry.asked.kind },
    answer: { outcome, by, rule, ...scope && { scope }, ...readOnly && { readOnly }, ...since !== undefined && { since }, at },
  }
  draft.replace(found.index, answered)
  markRejection(draft, answered)
}

/** A rejected call is not a failed one; asked again, it may be allowed. */
function markRejection(draft: Draft, question: PermissionEntry): void {
  const { request, answer } = question
  const call = draft.findTool(request.toolCall.toolCallId)
    ?? draft.findInTurn((entry): entry is ToolEntry => entry.kind === 'tool' && isQuestionAbout(request, entry.call))
  if (!call || call.index < draft.turnStart || answer?.outcome.outcome !== 'selected')
    return
  const rejected = wasAllowed(question) ? undefined : answer.by === 'rule' ? 'rule' : 'person'
  if (rejected !== call.entry.rejected)
    draft.replace(call.index, { ...call.entry, rejected })
}

function patchElicitation(
  draft: Draft,
  requestId: string,
  patch: Pick<ElicitationEntry, 'answer' | 'completedAt'>,
): void {
  const found = draft.findQuestion(requestId)
  if (found?.entry.kind === 'elicitation')
    draft.replace(found.index, { ...found.entry, ...patch })
}
