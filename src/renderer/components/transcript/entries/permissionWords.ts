import type { PermissionEvent } from '../../../../shared/thread/events'
import type { PermissionEntry } from '../../../../shared/thread/transcript'
import { optionKind } from '../../permission/words'

/** What was asked for, in a line. */
export function askedWords({ subject, toolCall }: PermissionEvent): { words: string, code?: string } {
  switch (subject?.kind) {
    case 'command':
      return { words: 'Run a command', code: subject.commandLine }
    case 'path':
      return {
        words: { read: 'Read outside the workspace', write: 'Write outside the workspace', cwd: 'Run a command outside the workspace' }[
          subject.access
        ],
        code: subject.path,
      }
    case 'protected_file':
      return { words: subject.access === 'read' ? 'Read a protected file' : 'Change a protected file', code: subject.path }
    case undefined:
      return { words: toolCall.title ?? toolCall.name ?? 'A tool call' }
  }
}

/** How it was answered, and by whom. */
export function answerWords(
  { answer, request }: PermissionEntry,
  isReplay = false,
): { words: string, tone: 'open' | 'allowed' | 'rejected' | 'cancelled' } {
  if (!answer)
    return { words: isReplay ? 'Not answered at this point' : 'Waiting for you below', tone: 'open' }
  if (answer.outcome.outcome === 'cancelled') {
    const words = {
      person: 'You cancelled it',
      rule: 'Cancelled by a rule',
      agent: 'Withdrawn by the agent',
      turn: 'Cancelled with the turn',
    }[answer.by]
    return { words, tone: 'cancelled' }
  }
  const { optionId } = answer.outcome
  const option = request.options.find(candidate => candidate.optionId === optionId)
  const name = option?.name ?? optionId
  // Parley's own options say themselves what they grant.
  const kind = option && request.from === 'agent' ? optionKind(option.kind) : name
  const chosen = kind === name ? name : `${name} (${kind})`
  if (answer.rule) {
    return {
      words: `${option?.kind.startsWith('reject') ? 'Denied' : 'Allowed'} by rule: ${answer.rule.words}`,
      tone: option?.kind.startsWith('reject') ? 'rejected' : 'allowed',
    }
  }
  const words = {
    person: `You chose: ${chosen}`,
    rule: `Answered by a rule: ${chosen}`,
    agent: `Answered by the agent: ${chosen}`,
    turn: `Answered with the turn: ${chosen}`,
  }[answer.by]
  return { words, tone: option?.kind.startsWith('reject') ? 'rejected' : 'allowed' }
}
