import type { TurnEndEvent } from '../events'
import type { Entry, TurnEndEntry } from '../transcript'
import { promptText } from '../text/promptText'
import { type ModelFault, modelFaultIn, modelFaultSaid } from './modelFault'

/** What a turn came to, beyond what its end says: `entries` are those of the turn, without its end. */
export function turnOutcome(
  entries: readonly Entry[],
  end: Omit<TurnEndEvent, 'type'>,
): Pick<TurnEndEntry, 'isEmpty' | 'fault'> {
  const isEmpty = end.reason === 'end_turn' && !entries.some(isAnswer)
  const fault = faultOf(entries, end, isEmpty)
  return { ...isEmpty && { isEmpty }, ...fault && { fault } }
}

/** Whether the agent has said or done something; thoughts and Parley's own notices are neither. */
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

function faultOf(
  entries: readonly Entry[],
  { reason, message, details }: Omit<TurnEndEvent, 'type'>,
  isEmpty: boolean,
): ModelFault | undefined {
  if (reason === 'error' || isEmpty)
    return modelFaultIn([message, details].filter(text => text !== undefined).join('\n'))
  const last = entries.at(-1)
  return reason === 'end_turn' && last?.kind === 'agent' ? modelFaultSaid(promptText(last.content)) : undefined
}
