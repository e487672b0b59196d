import type { CreateElicitationResponse, RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import type { PermissionFacts, PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AnsweredBy, AnsweringRule, AskedOption } from '../../../shared/thread/events'
import type { Decided } from './decisions'

/** What a question is settled with. */
export type Answer
  = | { readonly kind: 'permission', readonly outcome: RequestPermissionOutcome }
    | { readonly kind: 'elicitation', readonly response: CreateElicitationResponse }

/** A question for permission, and its facts as the dialog shows them. */
export interface AskedPermission {
  readonly request: PermissionRequest
  readonly facts: PermissionFacts
  /** What the rules make of it now. */
  readonly judge?: () => Promise<RuledAnswer | undefined> | RuledAnswer | undefined
}

/** The option that a rule chose. */
export interface RuledAnswer {
  readonly option: AskedOption
  readonly rule: AnsweringRule
}

/** The answer to a question that nobody answers. */
export function cancelled(kind: Answer['kind']): Answer {
  return kind === 'permission' ? { kind, outcome: { outcome: 'cancelled' } } : { kind, response: { action: 'cancel' } }
}

/** Whether choosing this option allows something. */
export function isAllowing({ kind }: AskedOption): boolean {
  return kind === 'allow_once' || kind === 'allow_always'
}

/** The decision that an answer to a permission is. */
export function decided({ request, facts }: AskedPermission, outcome: RequestPermissionOutcome, by: AnsweredBy): Decided {
  const option = outcome.outcome === 'selected' ? request.options.find(({ optionId }) => optionId === outcome.optionId) : undefined
  return {
    from: request.from,
    facts,
    outcome: !option ? 'cancelled' : isAllowing(option) ? 'allowed' : 'denied',
    by,
    why: option && `${option.name} (${option.kind})`,
  }
}
