import type { CreateElicitationResponse, PermissionOptionKind, RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import type { PermissionFacts, PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AnsweredBy, AnsweringRule, AnswerScope, AskedOption, ThreadEventBody } from '../../../shared/thread/events'
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
  /** Called before the answer is given that the person wants remembered. */
  readonly onScope?: (scope: AnswerScope) => void
}

/** Who gave an answer: by which rule, or remembered for how long. */
export interface Answering {
  readonly by: AnsweredBy
  readonly rule?: AnsweringRule
  readonly scope?: AnswerScope
  readonly readOnly?: true
  readonly since?: string | undefined
}

/**
 * The option that a rule chose; without one, an answer that the person gave for the thread, or for commands that only
 * read.
 */
export interface RuledAnswer {
  readonly option: AskedOption
  readonly rule?: AnsweringRule
  readonly readOnly?: true
  /** What the agent did since that was given. */
  readonly since?: string | undefined
}

/** The answer to a question that no one answers. */
export function cancelled(kind: Answer['kind']): Answer {
  return kind === 'permission' ? { kind, outcome: { outcome: 'cancelled' } } : { kind, response: { action: 'cancel' } }
}

/** Whether choosing this option allows something. */
export function isAllowing({ kind }: AskedOption): boolean {
  return kind === 'allow_once' || kind === 'allow_always'
}

/** Whether the person may have this answer remembered: it is the only one that allows once, and Parley offers it. */
export function mayRemember(
  { request: { own, options } }: AskedPermission,
  { optionId, scope }: { optionId: string | undefined, scope: AnswerScope },
): boolean {
  return (scope === 'thread' ? own?.thread : own?.sandbox) === true && onlyOption(options, 'allow_once')?.optionId === optionId
}

/** The one option of that kind; `undefined` where there are none or several. */
export function onlyOption(options: readonly AskedOption[], kind: PermissionOptionKind): AskedOption | undefined {
  const fitting = options.filter(option => option.kind === kind)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** An answer as the log keeps it. */
export function answerEvent(requestId: string, answer: Answer, { by, rule, scope, readOnly, since }: Answering): ThreadEventBody {
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

/** What the log of decisions says where the person allowed commands for the thread, or those that only read. */
const allowedForThread = 'Allowed for this thread'
const allowedToRead = 'Read-only commands run unasked'

/** Who gave the answer that a rule chose. */
export function byRule({ rule, readOnly, since }: RuledAnswer): Answering {
  return { by: 'rule', since, ...(rule ? { rule } : readOnly ? { readOnly } : { scope: 'thread' }) }
}

/** The same for the log of decisions. */
export function decidedByRule({ rule, readOnly, since }: Omit<RuledAnswer, 'option'>): Pick<Decided, 'by' | 'rule' | 'why' | 'since'> {
  return rule ? { by: 'rule', rule, since } : { by: 'remembered', why: readOnly ? allowedToRead : allowedForThread, since }
}

/** The decision that an answer to a permission is. */
export function decided({ request, facts }: AskedPermission, outcome: RequestPermissionOutcome, answering: Answering): Decided {
  const { by, rule, scope, readOnly, since } = answering
  const option = outcome.outcome === 'selected' ? request.options.find(({ optionId }) => optionId === outcome.optionId) : undefined
  return {
    from: request.from,
    facts,
    outcome: !option ? 'cancelled' : isAllowing(option) ? 'allowed' : 'denied',
    by,
    why: option && `${option.name} (${option.kind})`,
    ...(rule || readOnly) && decidedByRule({ rule, readOnly, since }),
    ...scope && { why: allowedForThread, since },
  }
}
