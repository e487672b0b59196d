import type { PermissionEvent } from '../../../../shared/thread/events'
import type { PermissionEntry } from '../../../../shared/thread/transcript'
import { describeOptionKind } from '../../permission/words'
import { getRejectedNoun } from '../rows/words'
import { entryWords } from './words'

const { permission: words } = entryWords

/** Describes a question in a line. */
export function describeQuestion({ subject, toolCall }: PermissionEvent): { words: string, code?: string } {
  switch (subject?.kind) {
    case 'command':
      return { words: words.command, code: subject.commandLine }
    case 'path':
      return { words: words.path[subject.access], code: subject.path }
    case 'protected_file':
      return { words: words.protectedFile[subject.access], code: subject.path }
    case undefined:
      return { words: toolCall.title ?? toolCall.name ?? words.toolCall }
  }
}

/** Describes an answer and who gave it. */
export function describeAnswer(
  { answer, request }: PermissionEntry,
  isReplay = false,
): { words: string, tone: 'open' | 'allowed' | 'rejected' | 'cancelled' } {
  if (!answer)
    return { words: isReplay ? entryWords.notAnsweredYet : words.waiting, tone: 'open' }
  if (answer.outcome.outcome === 'cancelled')
    return { words: words.cancelled[answer.by], tone: 'cancelled' }
  const { optionId } = answer.outcome
  const option = request.options.find(candidate => candidate.optionId === optionId)
  const isRejected = option?.kind.startsWith('reject') === true
  const tone = isRejected ? 'rejected' : 'allowed'
  const since = answer.since === undefined ? '' : `; ${answer.since}`
  if (answer.rule)
    return { words: (isRejected ? words.deniedByRule : words.allowedByRule)(answer.rule.words) + since, tone }
  if (answer.readOnly)
    return { words: words.readOnly, tone }
  if (answer.scope === 'thread_in_sandbox')
    return { words: words.forThreadInSandbox, tone }
  if (answer.scope)
    return { words: words.forThread[answer.by === 'person' ? 'chosen' : 'covered'] + since, tone }
  const name = option?.name ?? optionId
  // The names of Parley's own options already say what they grant.
  const kind = option && request.from === 'agent' ? describeOptionKind(option.kind) : name
  return { words: words.chosen[answer.by](kind === name ? name : `${name} (${kind})`), tone }
}

/** Describes an answer in a few words, for the header of its subject. */
export function describeAnswerBriefly({ answer, request, askedKind }: PermissionEntry, isReplay: boolean): string {
  const { mark } = entryWords.permission
  if (!answer)
    return isReplay ? entryWords.notAnsweredYet : mark.open
  if (answer.outcome.outcome === 'cancelled')
    return answer.by === 'agent' ? mark.withdrawn : mark.cancelled
  const { optionId } = answer.outcome
  const option = request.options.find(candidate => candidate.optionId === optionId)
  if (answer.rule)
    return option?.kind.startsWith('reject') ? mark.deniedByRule : mark.allowedByRule
  if (answer.readOnly)
    return mark.readOnly
  if (answer.scope)
    return mark.thread
  const kind = option?.kind ?? ''
  if (request.from === 'agent' && kind.startsWith('reject'))
    return mark.rejected(getRejectedNoun(askedKind ?? request.toolCall.kind ?? undefined))
  return (request.from === 'parley' && Object.hasOwn(mark.own, optionId) ? mark.own[optionId] : undefined)
    ?? (Object.hasOwn(mark.kind, kind) ? mark.kind[kind]! : mark.answered)
}
