import type { ElicitationEntry, Entry, PermissionEntry, ToolEntry } from '../../../../shared/thread/transcript'
import { requestedChanges } from '../../../../shared/permission/permissionFacts'
import { isQuestionAbout } from '../../../../shared/thread/reduce/notAsked'
import { keepLists } from './keepLists'

/** Number of entries searched for the call, as Parley asks right before it acts. */
const nearEntries = 30

const none: readonly QuestionEntry[] = []
const kept = keepLists<QuestionEntry>()

/** A question to the person. */
export type QuestionEntry = PermissionEntry | ElicitationEntry

/** Questions by the call they were about. */
export interface Questions {
  of: (entry: Entry) => readonly QuestionEntry[]
  /** Whether the question is shown with its call instead of on its own. */
  isTaken: (entry: Entry) => boolean
}

/** Finds each question's call among the entries of a turn or subagent. */
export function questionsByCall(entries: readonly Entry[]): Questions {
  const calls = new Map<string, ToolEntry>()
  const asked = new Map<Entry, QuestionEntry[]>()
  const taken = new Set<Entry>()
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'tool')
      calls.set(entry.call.toolCallId, entry)
    if (entry.kind !== 'permission' && entry.kind !== 'elicitation')
      continue
    const call = entry.kind === 'permission'
      ? calls.get(entry.request.toolCall.toolCallId) ?? callNear(entries, index, entry)
      : calls.get(callOfForm(entry))
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
    isTaken: entry => taken.has(entry),
  }
}

/** Whether a question is a mark in its call's header. A form's answers take more room. */
export function isInHeader(question: QuestionEntry): boolean {
  return question.kind === 'permission' || !question.answer
}

function callOfForm({ request }: ElicitationEntry): string {
  return 'toolCallId' in request && typeof request.toolCallId === 'string' ? request.toolCallId : ''
}

function callNear(entries: readonly Entry[], index: number, question: PermissionEntry): ToolEntry | undefined {
  if (question.request.from !== 'parley')
    return undefined
  return entries
    .slice(Math.max(0, index - nearEntries), index)
    .findLast((entry): entry is ToolEntry => entry.kind === 'tool' && isQuestionAbout(question.request, entry.call))
}

/** Files whose changes are shown in an open question about this call. */
export function pathsAsked(questions: readonly QuestionEntry[], { call }: ToolEntry): ReadonlySet<string> {
  return new Set(questions
    .filter((question): question is PermissionEntry => question.kind === 'permission' && !question.answer)
    .flatMap(({ request }) => {
      const known = request.toolCall.toolCallId === call.toolCallId ? call : undefined
      return request.changes ?? requestedChanges(request, known)
    })
    .map(({ path }) => path))
}

/** Total waiting time of these questions in milliseconds. */
export function waitedFor(questions: readonly QuestionEntry[]): number {
  return questions.reduce((sum, { at, answer }) => sum + Math.max(0, (answer?.at ?? at) - at), 0)
}
