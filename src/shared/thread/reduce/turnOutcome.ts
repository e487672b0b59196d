import type { TurnEndEvent } from '../events'
import type { Entry, TurnEndEntry } from '../transcript'
import { getPromptText } from '../text/promptText'
import { detectModelFault, detectReportedFault, type ModelFault } from './modelFault'

/** The outcome of a turn beyond its stop reason. `entries` are those of the turn, without its end. */
export function getTurnOutcome(
  entries: readonly Entry[],
  end: Omit<TurnEndEvent, 'type'>,
): Pick<TurnEndEntry, 'isEmpty' | 'fault'> {
  const isEmpty = end.reason === 'end_turn' && !entries.some(isAnswer)
  const fault = findFault(entries, end, isEmpty)
  return { ...isEmpty && { isEmpty }, ...fault && { fault } }
}

/** Whether the entry shows something that the agent said or did. Thoughts and Parley's notices don't count. */
function isAnswer(entry: Entry): boolean {
  switch (entry.kind) {
    case 'agent':
      return entry.content.some(block => block.type !== 'text' || block.text.trim() !== '')
    case 'tool':
    case 'plan':
    case 'permission':
    case 'elicitation':
    case 'compaction':
    case 'unknown':
      return true
    case 'user':
    case 'thought':
    case 'notice':
    case 'origin':
    case 'turn-end':
      return false
  }
}

function findFault(
  entries: readonly Entry[],
  { reason, message, details }: Omit<TurnEndEvent, 'type'>,
  isEmpty: boolean,
): ModelFault | undefined {
  if (reason === 'error' || isEmpty)
    return detectModelFault([message, details].filter(text => text !== undefined).join('\n'))
  const last = entries.at(-1)
  return reason === 'end_turn' && last?.kind === 'agent' ? detectReportedFault(getPromptText(last.content)) : undefined
}
