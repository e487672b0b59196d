import type { Entry, PermissionEntry, ToolEntry } from '../../../../shared/thread/transcript'
import { requestedChanges } from '../../../../shared/permission/permissionFacts'
import { isQuestionAbout } from '../../../../shared/thread/reduce/notAsked'
import { keepLists } from './keepLists'

/** Number of entries searched for the call, as Parley asks right before it acts. */
const nearEntries = 30

const none: readonly PermissionEntry[] = []
const kept = keepLists<PermissionEntry>()

/** Questions by the call they were about. */
export interface Questions {
  of: (entry: Entry) => readonly PermissionEntry[]
  /** Whether the question is shown with its call instead of on its own. */
  isTaken: (entry: Entry) => boolean
}

/** Finds each question's call among the entries of a turn or subagent. */
export function questionsByCall(entries: readonly Entry[]): Questions {
  const calls = new Map<string, ToolEntry>()
  const asked = new Map<Entry, PermissionEntry[]>()
  const taken = new Set<Entry>()
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'tool')
      calls.set(entry.call.toolCallId, entry)
    if (entry.kind !== 'permission')
      continue
    const call = calls.get(entry.request.toolCall.toolCallId) ?? callNear(entries, index, entry)
    if (!call)
      continue
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

function callNear(entries: readonly Entry[], index: number, question: PermissionEntry): ToolEntry | undefined {
  if (question.request.from !== 'parley')
    return undefined
  return entries
    .slice(Math.max(0, index - nearEntries), index)
    .findLast((entry): entry is ToolEntry => entry.kind === 'tool' && isQuestionAbout(question.request, entry.call))
}

/** Files whose changes are shown in an open question about this call. */
export function pathsAsked(questions: readonly PermissionEntry[], { call }: ToolEntry): ReadonlySet<string> {
  return new Set(questions
    .filter(({ answer }) => !answer)
    .flatMap(({ request }) => {
      const known = request.toolCall.toolCallId === call.toolCallId ? call : undefined
      return request.changes ?? requestedChanges(request, known)
    })
    .map(({ path }) => path))
}

/** Total waiting time of these questions in milliseconds. */
export function waitedFor(questions: readonly PermissionEntry[]): number {
  return questions.reduce((sum, { at, answer }) => sum + Math.max(0, (answer?.at ?? at) - at), 0)
}
