import type {
  RequestPermissionOutcome,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCall,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk'
import type { AnswerScope, SandboxLimits } from '../../../shared/thread/events'
import type { AgentDialect } from '../../agents/agentDefinition'
import type { Workspace } from '../../workspace/workspace'
import type { ThreadLog } from '../log/threadLog'
import type { RuledAnswer } from './askedPermission'
import type { CommandScopes } from './commandScopes'
import type { DecisionLog } from './decisionLog'
import type { PendingQuestions } from './pendingQuestions'
import type { ReadOnlyAnswers } from './readOnly/readOnlyAnswers'
import type { ShownRequest } from './request/requestedAction'
import type { ThreadRules } from './rules/threadRules'
import type { SandboxOffer } from './sandboxOffer'
import type { TurnApprovals } from './turnApprovals'
import { HostError } from '../../../shared/errors'
import { runsInSandbox } from '../../../shared/permission/grade'
import {
  describesAction,
  getPermissionFacts,
  getRequestedChanges,
  getRequestedCommand,
  type PermissionFacts,
  type PermissionRequest,
} from '../../../shared/permission/permissionFacts'

import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { getRequestedCall } from '../../../shared/thread/reduce/reduceToolCall'
import { parseInputFromTitle, parseInputInContent } from '../../../shared/toolCall/commandField'
import { isAllowing } from './askedPermission'
import { compareChanges, type ComparedChanges, type ShownFile } from './request/compareChanges'
import { checkForm } from './request/offeredForm'
import { checkCall, checkOptions, checkSize, filterShowableOptions, unshowableOption } from './request/offeredOptions'
import { parsePermissionQuestion } from './request/permissionQuestion'
import { type ChangedSince, RequestJudge } from './requestJudge'

/** Context of a request. The agent aborts `signal` to withdraw it. */
export interface RequestScope {
  readonly workspace: Workspace
  readonly signal: AbortSignal
  /** The agent's dialect. */
  readonly agent?: AgentDialect
}

interface RequestDeciderOptions {
  readonly log: ThreadLog
  readonly rules: ThreadRules
  readonly scopes: CommandScopes
  readonly readOnly: ReadOnlyAnswers
  readonly decisions: DecisionLog
  readonly changedSince: ChangedSince
  readonly approvals: TurnApprovals
  readonly questions: PendingQuestions
  /** The sandbox that the person chose for the thread's folder. */
  readonly wantedSandbox: () => SandboxLimits | undefined
  readonly sandboxOffer: SandboxOffer
  readonly isTurnOpen: () => boolean
  /** The thread's folder. */
  readonly folder: string
}

/** Maximum open requests for which Parley adds its own options, because each needs lookups. */
const maxOffered = 10

/** Attempts to compare a call that the agent keeps changing. After these it counts as not compared. */
const maxComparisons = 3

/** Scope of a question. `files` are the files that the request concerns. */
interface AskScope extends RequestScope {
  readonly files: readonly ShownFile[]
}

/**
 * Whether the agent works on another machine's files. Nothing is looked up for it and no rule applies, because rules
 * refer to programs and files of this machine.
 */
function isElsewhere(agent: AgentDialect | undefined): boolean {
  return agent?.address?.files === 'there'
}

/** Answers an agent's permission requests by a rule that covers everything shown, or else by asking. */
export class RequestDecider {
  readonly #options: RequestDeciderOptions
  readonly #judge: RequestJudge
  /** Number of open requests. */
  #open = 0

  constructor(options: RequestDeciderOptions) {
    this.#options = options
    this.#judge = new RequestJudge(options)
  }

  /**
   * Removes options that can't be shown. Throws `invalid_params` and adds a notice if the request can't be shown
   * faithfully.
   */
  validateRequest(params: RequestPermissionRequest): RequestPermissionRequest {
    const options = filterShowableOptions(params.options)
    if (options.length < params.options.length)
      this.#options.log.addNoticeOnce(unshowableOption)
    const fault = checkOptions(options) ?? checkCall(params.toolCall) ?? checkSize(params)
    if (fault === undefined)
      return { ...params, options }
    this.#recordUnseen(getPermissionFacts(this.#toPermissionRequest(params)), fault)
    this.#options.log.addNoticeOnce({ title: 'A permission request could not be shown', description: fault })
    throw new HostError('invalid_params', fault)
  }

  async decide(params: RequestPermissionRequest, scope: RequestScope): Promise<RequestPermissionResponse> {
    this.#open++
    try {
      return await this.#decide(params, scope)
    }
    finally {
      this.#open--
    }
  }

  /** Decides by a rule, or else asks in the dialog, or in a form if the request is only a question. */
  async #decide(params: RequestPermissionRequest, scope: RequestScope): Promise<RequestPermissionResponse> {
    const { workspace, signal, agent } = scope
    const { rules, scopes, readOnly, isTurnOpen } = this.#options
    const request = this.#toPermissionRequest(params, agent)
    const hasAnswers = rules.hasRules || !scopes.isEmpty || readOnly.isOn
    const isJudged = isTurnOpen() && !isElsewhere(agent) && (hasAnswers || this.#open <= maxOffered)
    const first = isJudged ? this.#toShownRequest(request) : undefined
    const { ruled, own } = first ? await this.#judge.judge(first, workspace) : {}
    if (first && ruled && isTurnOpen())
      return { outcome: this.#answer(first, ruled) }
    const { compared, now } = await this.#compare(request, scope)
    if (!isTurnOpen()) {
      this.#recordUnseen(getPermissionFacts(request), 'No turn was open')
      return { outcome: { outcome: 'cancelled' } }
    }
    const isSame = own && JSON.stringify(now.call) === JSON.stringify(first?.call)
    const isOther = first && JSON.stringify(now.before) !== JSON.stringify(first.before)
    const offered = isSame && own.thread && await this.#options.sandboxOffer.take(agent)
      ? { ...own, sandbox: true as const }
      : own
    const more = { ...isSame && { own: offered }, ...isOther && { always: 'the agent changed it meanwhile' } }
    const { changes, files } = compared
    const shown = { ...now, request: { ...now.request, ...more, ...changes.length > 0 && { changes } } }
    const question = agent?.asksInPermissions ? parsePermissionQuestion(params, shown.call) : undefined
    return question && checkForm(question.form) === undefined
      ? this.#options.questions.askByForm(shown, question, signal)
      : { outcome: await this.#ask(shown, { workspace, signal, agent, files }) }
  }

  /**
   * Compares a request's changes with the disk. Returns the request as compared, because the agent may update the call
   * meanwhile. Later updates are not part of the approval.
   */
  async #compare(
    request: PermissionRequest,
    { workspace, agent }: RequestScope,
  ): Promise<{ compared: ComparedChanges, now: ShownRequest }> {
    const maxCount = isElsewhere(agent) ? 0 : maxComparisons
    let now = this.#toShownRequest(request)
    for (let count = 0; ; count++) {
      const claims = getRequestedChanges(now.request, now.call)
      if (count === maxCount)
        return { compared: { changes: claims.map(claim => ({ ...claim, doubt: 'not_compared' })), files: [] }, now }
      const { changes, files } = await compareChanges(claims, { workspace, folder: this.#options.folder })
      const read = await this.#readFiles(now, workspace)
      now = this.#toShownRequest(request)
      if (JSON.stringify(getRequestedChanges(now.request, now.call)) === JSON.stringify(claims))
        return { compared: { changes, files: [...files, ...read] }, now }
    }
  }

  /** Resolves the files of a read request. */
  async #readFiles({ call, facts, command }: ShownRequest, workspace: Workspace): Promise<ShownFile[]> {
    if (call.kind !== 'read' || command || facts.isCut)
      return []
    const places = await Promise.all(facts.paths.map(path => workspace.locate(path.replace(/:\d+$/, ''))))
    return places.flatMap(place =>
      place.kind === 'refused' ? [] : [{ realPath: place.realPath, access: 'read' as const }],
    )
  }

  async #ask(shown: ShownRequest, { workspace, signal, agent, files }: AskScope): Promise<RequestPermissionOutcome> {
    const { scopes, readOnly, questions, approvals } = this.#options
    const { request, call, command } = shown
    let ruled: RuledAnswer | undefined
    const judge = async (): Promise<RuledAnswer | undefined> =>
      ruled = isElsewhere(agent) ? undefined : (await this.#judge.judge(shown, workspace)).ruled
    let scope: AnswerScope | undefined
    const onScope = (chosen: AnswerScope): void => {
      scope = chosen
    }
    const outcome = await questions.askPermission(
      { request, facts: getPermissionFacts(request, call), judge, onScope },
      signal,
    )
    const chosen = outcome.outcome === 'selected'
      ? request.options.find(option => option.optionId === outcome.optionId)
      : undefined
    if (request.own?.readOnly && chosen)
      readOnly.decline()
    if (chosen)
      approvals.add({ call, command, files }, chosen.kind, { readOnly: ruled?.readOnly })
    if (chosen && command && scope && isAllowing(chosen)) {
      if (scope === 'thread')
        scopes.allow(runsInSandbox(request))
      else
        this.#options.sandboxOffer.accept()
      await questions.reevaluate()
    }
    return outcome
  }

  /** Logs the option chosen by a rule or an earlier answer, then returns it. */
  #answer(shown: ShownRequest, ruled: RuledAnswer): RequestPermissionOutcome {
    const { questions, approvals } = this.#options
    questions.answerByRule(shown, ruled)
    approvals.add(shown, ruled.option.kind, { readOnly: ruled.readOnly })
    return { outcome: 'selected', optionId: ruled.option.optionId }
  }

  #toShownRequest(request: PermissionRequest): ShownRequest {
    const { log } = this.#options
    log.flush()
    const { before, call } = getRequestedCall(log.transcript, request.toolCall)
    const told = request.told ?? parseInputInContent(before?.content) ?? findEarlierInput(before, request.toolCall)
    const earlier = request.toolCall.content ? before?.content : undefined
    const shown: PermissionRequest = {
      ...request,
      ...told && { told },
      ...earlier && earlier.length > 0 && { earlier },
    }
    return {
      request: shown,
      call,
      before,
      facts: getPermissionFacts(shown, call),
      command: getRequestedCommand(shown, call),
    }
  }

  #toPermissionRequest(
    { toolCall, options, _meta }: RequestPermissionRequest,
    agent?: RequestScope['agent'],
  ): PermissionRequest {
    const { folder } = this.#options
    const sandbox = this.#options.wantedSandbox()
    const told = agent?.titlesCommands ? parseInputFromTitle(toolCall, folder) : undefined
    return {
      from: 'agent',
      toolCall: _meta ? { ...toolCall, _meta: { ..._meta, ...toolCall._meta } } : toolCall,
      options,
      folder,
      ...(sandbox && { sandbox }),
      ...(told && { told }),
      ...(agent?.runsCommands && { runsCommands: agent.runsCommands }),
    }
  }

  #recordUnseen(facts: PermissionFacts, why: string): void {
    this.#options.decisions.add({ from: 'agent', facts, outcome: 'cancelled', by: 'builtin', why })
  }
}

/** Returns the call's earlier input if the request itself doesn't describe an action. */
function findEarlierInput(
  before: ToolCall | undefined,
  { rawInput, locations }: ToolCallUpdate,
): JsonObject | undefined {
  if (describesAction(rawInput))
    return undefined
  if (isJsonObject(before?.rawInput) && describesAction(before.rawInput))
    return before.rawInput
  const [place] = locations?.length === 0 ? before?.locations ?? [] : []
  return place && { path: place.path }
}
