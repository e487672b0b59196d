import type { PermissionEntry } from '../../../../shared/thread/transcript'
import { entryWords } from './words'

const { mark: words } = entryWords.permission

/** How a question was answered, in the few words that stand in the header of what it was about. */
export function permissionMark({ answer, request }: PermissionEntry, isReplay: boolean): string {
  if (!answer)
    return isReplay ? entryWords.notAnsweredYet : words.open
  if (answer.outcome.outcome === 'cancelled')
    return answer.by === 'agent' ? words.withdrawn : words.cancelled
  const { optionId } = answer.outcome
  const option = request.options.find(candidate => candidate.optionId === optionId)
  if (answer.rule)
    return option?.kind.startsWith('reject') ? words.deniedByRule : words.allowedByRule
  if (answer.readOnly)
    return words.readOnly
  if (answer.scope)
    return words.thread
  const kind = option?.kind ?? ''
  return (request.from === 'parley' && Object.hasOwn(words.own, optionId) ? words.own[optionId] : undefined)
    ?? (Object.hasOwn(words.kind, kind) ? words.kind[kind]! : words.answered)
}
