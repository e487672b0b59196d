import type {
  CreateElicitationResponse,
  PermissionOptionKind,
  RequestPermissionOutcome,
} from '@agentclientprotocol/sdk'
import type { PermissionFacts, PermissionRequest } from '../../../shared/permission/permissionFacts'
import type {
  AnsweredBy,
  AnsweringRule,
  AnswerScope,
  AskedOption,
  ThreadEventBody,
} from '../../../shared/thread/events'
import type { DecisionRecord } from './decisionLog'

/** The outcome of a question. */
export type Answer
  = | { readonly kind: 'permission', readonly outcome: RequestPermissionOutcome }
    | { readonly kind: 'elicitation', readonly response: CreateElicitationResponse }

/** A permission request with the facts that the dialog shows. */
export interface AskedPermission {
  readonly request: PermissionRequest
  readonly facts: PermissionFacts
  /** Applies the rules again. */
  readonly judge?: () => Promise<RuledAnswer | undefined> | RuledAnswer | undefined
  /** Called with the scope of a remembered answer before it takes effect. */
  readonly onScope?: (scope: AnswerScope) => void
}

/** Who gave an answer, by which rule, and how long it is remembered. */
export interface AnswerSource {
  readonly by: AnsweredBy
  readonly rule?: AnsweringRule
  readonly scope?: AnswerScope
  readonly readOnly?: true
  readonly since?: string | undefined
}

/** An option chosen by a rule or, without a rule, by an answer for the thread or because the command only reads. */
export interface RuledAnswer {
  readonly option: AskedOption
  readonly rule?: AnsweringRule
  readonly readOnly?: true
  /** Describes what the agent has changed since then. */
  readonly since?: string | undefined
}

/** Creates the outcome of an unanswered question. */
export function createCancelled(kind: Answer['kind']): Answer {
  return kind === 'permission' ? { kind, outcome: { outcome: 'cancelled' } } : { kind, response: { action: 'cancel' } }
}

/** Whether the option allows something. */
export function isAllowing({ kind }: AskedOption): boolean {
  return kind === 'allow_once' || kind === 'allow_always'
}

/** Whether this answer can be remembered: Parley offers that, and it is the only option that allows once. */
export function mayRemember(
  { request: { own, options } }: AskedPermission,
  { optionId, scope }: { optionId: string | undefined, scope: AnswerScope },
): boolean {
  return (scope === 'thread' ? own?.thread : own?.sandbox) === true
    && findOnlyOption(options, 'allow_once')?.optionId === optionId
}

/** Finds the only option of that kind. Returns `undefined` if there is none or several. */
export function findOnlyOption(options: readonly AskedOption[], kind: PermissionOptionKind): AskedOption | undefined {
  const fitting = options.filter(option => option.kind === kind)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Creates the log event of an answer. */
export function createAnswerEvent(
  requestId: string,
  answer: Answer,
  { by, rule, scope, readOnly, since }: AnswerSource,
): ThreadEventBody {
  return answer.kind === 'permission'
    ? {
        type: 'permissionAnswer',
        requestId,
        outcome: answer.outcome,
        by,
        ...rule && { rule },
        ...scope && { scope },
        ...readOnly && { readOnly },
        ...since !== undefined && { since },
      }
    : { type: 'elicitationAnswer', requestId, response: answer.response, by }
}

/** Reasons in the decision log for commands allowed for the thread or as read-only. */
const allowedForThread = 'Allowed for this thread'
const allowedToRead = 'Read-only commands run unasked'

/** Describes the source of an answer that a rule gave. */
export function toAnswerSource({ rule, readOnly, since }: RuledAnswer): AnswerSource {
  return { by: 'rule', since, ...(rule ? { rule } : readOnly ? { readOnly } : { scope: 'thread' }) }
}

/** Describes the source of a rule's answer for the decision log. */
export function toRuleRecord(
  { rule, readOnly, since }: Omit<RuledAnswer, 'option'>,
): Pick<DecisionRecord, 'by' | 'rule' | 'why' | 'since'> {
  return rule
    ? { by: 'rule', rule, since }
    : { by: 'remembered', why: readOnly ? allowedToRead : allowedForThread, since }
}

/** Creates the decision log's record of an answer. */
export function toDecisionRecord(
  { request, facts }: AskedPermission,
  outcome: RequestPermissionOutcome,
  { by, rule, scope, readOnly, since }: AnswerSource,
): DecisionRecord {
  const option = outcome.outcome === 'selected'
    ? request.options.find(({ optionId }) => optionId === outcome.optionId)
    : undefined
  return {
    from: request.from,
    facts,
    outcome: !option ? 'cancelled' : isAllowing(option) ? 'allowed' : 'denied',
    by,
    why: option && `${option.name} (${option.kind})`,
    ...(rule || readOnly) && toRuleRecord({ rule, readOnly, since }),
    ...scope && { why: allowedForThread, since },
  }
}
