import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { CommandField } from '../../../shared/permission/commandField'
import type { SandboxLimits } from '../../../shared/thread/events'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { Workspace } from '../../workspace/workspace'
import type { ThreadLog } from '../log/threadLog'
import type { RuledAnswer } from './askedPermission'
import type { Decisions } from './decisions'
import type { PendingQuestions } from './pendingQuestions'
import type { AskedCommand } from './rules/ruledCommand'
import type { ThreadRules } from './rules/threadRules'
import type { TurnApprovals } from './turnApprovals'
import { HostError } from '../../../shared/errors'
import { toldInput } from '../../../shared/permission/commandField'
import { type PermissionFacts, permissionFacts, type PermissionRequest, requestedCommand } from '../../../shared/permission/permissionFacts'
import { requestedCall } from '../../../shared/thread/reduceToolCall'
import { isAllowing } from './askedPermission'
import { checkForm } from './request/offeredForm'
import { checkCall, checkOptions, checkSize } from './request/offeredOptions'
import { permissionQuestion } from './request/permissionQuestion'
import { requestedAction, type ShownRequest } from './request/requestedAction'

/** What a request came over: the folders its agent may touch, and the agent's own withdrawal of the request. */
export interface RequestScope {
  readonly workspace: Workspace
  readonly signal: AbortSignal
  /** How the agent asks, and who runs its commands. */
  readonly agent?: Pick<AgentDefinition, 'asksInPermissions' | 'runsCommands'>
}

/** What a `RequestDecider` needs. */
export interface RequestDeciderOptions {
  readonly log: ThreadLog
  readonly rules: ThreadRules
  readonly decisions: Decisions
  readonly approvals: TurnApprovals
  readonly questions: PendingQuestions
  /** The sandbox that the person set for the thread's folder. */
  readonly wantedSandbox: () => SandboxLimits | undefined
  readonly isTurnOpen: () => boolean
  /** The thread's. */
  readonly folder: string
}

/** How a request is asked about. `changed`: why what a rule allows is asked about. */
interface AskScope extends Pick<RequestScope, 'workspace' | 'signal'> {
  readonly changed?: string
}

/** Answers an agent's own requests for permission: by a rule that surely covers all that a request shows, otherwise by the person. */
export class RequestDecider {
  readonly #options: RequestDeciderOptions

  constructor(options: RequestDeciderOptions) {
    this.#options = options
  }

  /** Throws `invalid_params`, and tells the person, where a request cannot be shown faithfully. */
  validateRequest(params: RequestPermissionRequest): void {
    const fault = checkOptions(params.options) ?? checkCall(params.toolCall) ?? checkSize(params)
    if (fault === undefined)
      return
    this.#recordUnseen(permissionFacts(this.#toPermissionRequest(params)), fault)
    this.#options.log.addNoticeOnce({ title: 'A permission request could not be shown', description: fault })
    throw new HostError('invalid_params', fault)
  }

  /** By a rule, otherwise by the person, in the dialog; only a question that is nothing else is a form. */
  async decide(params: RequestPermissionRequest, scope: RequestScope): Promise<RequestPermissionResponse> {
    const { workspace, signal, agent } = scope
    const { rules, isTurnOpen } = this.#options
    const request = this.#toPermissionRequest(params, agent)
    const { option, changed } = isTurnOpen() && rules.hasRules ? await this.#answerByRule(this.#asShown(request), workspace) : {}
    if (option)
      return { outcome: { outcome: 'selected', optionId: option.optionId } }
    if (!isTurnOpen()) {
      this.#recordUnseen(permissionFacts(request), 'No turn was open')
      return { outcome: { outcome: 'cancelled' } }
    }
    // Looked at again, because the agent may have changed the call meanwhile. What it makes of it from here on was not approved.
    const shown = this.#asShown(request)
    const question = agent?.asksInPermissions ? permissionQuestion(params, shown.call) : undefined
    return question && checkForm(question.form) === undefined
      ? this.#options.questions.askByForm(shown, question, signal)
      : { outcome: await this.#ask(shown, { workspace, signal, changed }) }
  }

  /** Asks, and again where what the command runs was changed while the question was open: `changed` says what. */
  async #ask(shown: ShownRequest, { workspace, signal, changed }: AskScope): Promise<RequestPermissionOutcome> {
    const { rules, questions, approvals } = this.#options
    const { call, command } = shown
    const request: PermissionRequest = changed === undefined ? shown.request : { ...shown.request, always: changed }
    const asked = askedIn(command)
    const seen = asked && rules.look(asked)
    // What was changed is the person's to look at.
    const judge = async (): Promise<RuledAnswer | undefined> =>
      changed === undefined ? (await this.#judged(shown, workspace)).ruled : undefined
    const outcome = await questions.askPermission({ request, facts: permissionFacts(request, call), judge }, signal)
    const chosen = outcome.outcome === 'selected' ? request.options.find(option => option.optionId === outcome.optionId) : undefined
    if (!chosen || !asked || !seen || !isAllowing(chosen)) {
      if (chosen)
        approvals.add({ call, command }, chosen.kind)
      return outcome
    }
    rules.accept(asked, seen, { isLasting: changed !== undefined })
    const since = rules.whyChanged(rules.look(asked), seen)
    if (since !== undefined)
      return this.#ask(shown, { workspace, signal, changed: since })
    approvals.add({ call, command }, chosen.kind, seen)
    return outcome
  }

  /** The option that a rule picks, once it is in the log. Or why none does, where only a change is in the way. */
  async #answerByRule(shown: ShownRequest, workspace: Workspace): Promise<{ option?: PermissionOption, changed?: string }> {
    const { rules, questions, approvals } = this.#options
    const { ruled, changed } = await this.#judged(shown, workspace)
    if (!ruled)
      return { changed }
    questions.answerByRule(shown, ruled)
    const asked = askedIn(shown.command)
    approvals.add(shown, ruled.option.kind, asked && rules.look(asked))
    return { option: ruled.option }
  }

  /** What the rules choose: the option that holds for this time, and only where there is exactly one. */
  async #judged(shown: ShownRequest, workspace: Workspace): Promise<{ ruled?: RuledAnswer, changed?: string }> {
    const { rules, isTurnOpen } = this.#options
    const action = await requestedAction(shown, { rules, workspace })
    const judgement = action && rules.judge(action)
    if (judgement?.effect !== 'allow' && judgement?.effect !== 'deny')
      return judgement?.isChanged ? { changed: judgement.why } : {}
    const option = onlyOption(shown.request.options, judgement.effect === 'allow' ? 'allow_once' : 'reject_once')
    return option && isTurnOpen() ? { ruled: { option, rule: rules.describe(judgement.rule) } } : {}
  }

  #asShown(request: PermissionRequest): ShownRequest {
    const { log } = this.#options
    log.flush()
    const { before, call } = requestedCall(log.transcript, request.toolCall)
    const told = toldInput(before?.content)
    const shown: PermissionRequest = told ? { ...request, told } : request
    return { request: shown, call, facts: permissionFacts(shown, call), command: requestedCommand(shown, call) }
  }

  #toPermissionRequest({ toolCall, options, _meta }: RequestPermissionRequest, agent?: RequestScope['agent']): PermissionRequest {
    const sandbox = this.#options.wantedSandbox()
    return {
      from: 'agent',
      toolCall: _meta ? { ...toolCall, _meta: { ..._meta, ...toolCall._meta } } : toolCall,
      options,
      folder: this.#options.folder,
      ...(sandbox && { sandbox }),
      ...(agent?.runsCommands && { runsCommands: agent.runsCommands }),
    }
  }

  #recordUnseen(facts: PermissionFacts, why: string): void {
    this.#options.decisions.add({ from: 'agent', facts, outcome: 'cancelled', by: 'builtin', why })
  }
}

function askedIn(field: CommandField | undefined): AskedCommand | undefined {
  return field && { commandLine: field.commandLine, isShellLine: true, cwd: field.cwd }
}

function onlyOption(options: readonly PermissionOption[], kind: PermissionOptionKind): PermissionOption | undefined {
  const fitting = options.filter(option => option.kind === kind)
  return fitting.length === 1 ? fitting[0] : undefined
}
