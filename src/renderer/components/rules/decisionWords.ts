import type { Decision } from '../../../shared/settings/rules'

/** Who decided, and why, in words. */
export function decisionWords({ outcome, by, why, ruleId }: Decision): string {
  const deed = { allowed: 'Allowed', denied: 'Denied', cancelled: 'Cancelled' }[outcome]
  switch (by) {
    case 'person': return why ? `${deed} by you: ${why}` : `${deed} by you`
    case 'rule': return `${deed} by rule ${ruleId ?? ''}: ${why ?? ''}`
    case 'remembered': return `${deed} by an earlier answer. ${why ?? ''}`
    case 'approval': return `${deed}. ${why ?? ''}`
    case 'builtin': return `${deed} by Parley. ${why ?? ''}`
    case 'agent': return `${deed}: the agent withdrew it`
    case 'turn': return `${deed} with the turn`
  }
}
