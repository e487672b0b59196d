import type { ElicitationEntry, Entry, PermissionEntry, ToolEntry } from '../../../../shared/thread/transcript'
import { getRequestedChanges } from '../../../../shared/permission/permissionFacts'
import { isQuestionAbout } from '../../../../shared/thread/reduce/notAsked'
import { createListCache } from './listCache'

/** Number of entries searched for a question's call. Parley asks right before it acts. */
const nearEntries = 30

const none: readonly QuestionEntry[] = []
const kept = createListCache<QuestionEntry>()

/** A question to the person. */
export type QuestionEntry = PermissionEntry | ElicitationEntry

/** Questions grouped by call. */
export interface Questions {
  of: (entry: Entry) => readonly QuestionEntry[]
  /** Whether the question is shown with its call instead of on its own. */
  isGrouped: (entry: Entry) => boolean
}

/** Groups questions by their calls among the entries of a turn or subagent. */
export function groupQuestionsByCall(entries: readonly Entry[]): Questions {
  const calls = new Map<string, ToolEntry>()
  const asked = new Map<Entry, QuestionEntry[]>()
  const taken = new Set<Entry>()
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'tool')
      calls.set(entry.call.toolCallId, entry)
    if (entry.kind !== 'permission' && entry.kind !== 'elicitation')
      continue
    const call = entry.kind === 'permission'
      ? calls.get(entry.request.toolCall.toolCallId) ?? findCallNear(entries, index, entry)
      : calls.get(getFormCallId(entry))
    if (!call)
      continue
    if (isInHeader(entry))
      taken.add(entry)
    asked.set(call, [...asked.get(call) ?? none, entry])
  }
  return {
    of: (entry) => {
      const questions = asked.get(entry)
      return questions ? kept(entry, questions) : none
    },
    isGrouped: entry => taken.has(entry),
  }
}

/** Whether a question is shown in its call's header. A form's answers don't fit there. */
export function isInHeader(question: QuestionEntry): boolean {
  return question.kind === 'permission' || !question.answer
}

function getFormCallId({ request }: ElicitationEntry): string {
  return 'toolCallId' in request && typeof request.toolCallId === 'string' ? request.toolCallId : ''
}

function findCallNear(entries: readonly Entry[], index: number, question: PermissionEntry): ToolEntry | undefined {
  if (question.request.from !== 'parley')
    return undefined
  return entries
    .slice(Math.max(0, index - nearEntries), index)
    .findLast((entry): entry is ToolEntry => entry.kind === 'tool' && isQuestionAbout(question.request, entry.call))
}

/** Lists the files whose changes are shown in an open question about this call. */
export function listAskedPaths(questions: readonly QuestionEntry[], { call }: ToolEntry): ReadonlySet<string> {
  return new Set(questions
    .filter((question): question is PermissionEntry => question.kind === 'permission' && !question.answer)
    .flatMap(({ request }) => {
      const known = request.toolCall.toolCallId === call.toolCallId ? call : undefined
      return request.changes ?? getRequestedChanges(request, known)
    })
    .map(({ path }) => path))
}

/** Sums the waiting time of these questions in milliseconds. */
export function sumWaitingMs(questions: readonly QuestionEntry[]): number {
  return questions.reduce((sum, { at, answer }) => sum + Math.max(0, (answer?.at ?? at) - at), 0)
}
