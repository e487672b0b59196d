import type { PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AskedOption } from '../../../shared/thread/events'
import type { OwnAnswers } from '../../../shared/thread/ownAnswers'
import type { CommandField } from '../../../shared/toolCall/commandField'
import type { Judgement } from '../../rules/judge'
import type { Workspace } from '../../workspace/workspace'
import type { CommandScopes } from './commandScopes'
import type { ReadOnlyAnswers } from './readOnly/readOnlyAnswers'
import type { AskedCommand } from './rules/ruledCommand'
import type { ThreadRules } from './rules/threadRules'
import { errorMessage } from '../../../shared/errors'
import { runsInSandbox } from '../../../shared/permission/grade'
import { onlyOption, type RuledAnswer } from './askedPermission'
import { requestedAction, type ShownRequest } from './request/requestedAction'

/** What rules and earlier answers make of an agent's request. */
interface JudgedRequest {
  /** The option that they choose. */
  readonly ruled?: RuledAnswer
  /** The answers that Parley adds to the agent's own. */
  readonly own?: OwnAnswers
}

/** What the agent did since then, in words, where it changed files. */
export type ChangedSince = (since: number) => string | undefined

/**
 * Judges an agent's own requests: by the person's rules, then by what was allowed for the thread or for commands that
 * only read.
 */
export class RequestJudge {
  readonly #rules: ThreadRules
  readonly #scopes: CommandScopes
  readonly #readOnly: ReadOnlyAnswers
  readonly #changedSince: ChangedSince

  constructor({ rules, scopes, readOnly, changedSince }: {
    rules: ThreadRules
    scopes: CommandScopes
    readOnly: ReadOnlyAnswers
    changedSince: ChangedSince
  }) {
    this.#changedSince = changedSince
    this.#rules = rules
    this.#scopes = scopes
    this.#readOnly = readOnly
  }

  /** They choose the option that holds for this time, and only where there is exactly one. */
  async judge(shown: ShownRequest, workspace: Workspace): Promise<JudgedRequest> {
    try {
      return await this.#judge(shown, workspace)
    }
    catch (error) {
      return shown.command ? { own: { why: `Parley could not look at all of it: ${errorMessage(error)}` } } : {}
    }
  }

  async #judge(shown: ShownRequest, workspace: Workspace): Promise<JudgedRequest> {
    const { request, command } = shown
    const action = await requestedAction(shown, { rules: this.#rules, workspace })
    const judgement = action && this.#rules.judge(action)
    const once = onlyOption(request.options, 'allow_once')
    const own = command && ownAnswers(command, whyNot(judgement, { isPlain: action !== undefined, hasOnce: once !== undefined }))
    switch (judgement?.effect) {
      case 'allow':
      case 'deny': {
        const option = judgement.effect === 'allow' ? once : onlyOption(request.options, 'reject_once')
        const since = judgement.effect === 'allow' && action?.command ? this.#changedSince(judgement.rule.createdAt) : undefined
        return option ? { ruled: { option, rule: this.#rules.describe(judgement.rule), since } } : { own }
      }
      case 'ask':
        return { own }
      case undefined:
    }
    if (!action?.command || !command || action.isOutside || !once)
      return { own: action?.isOutside ? { why: 'it reaches outside the folder' } : own }
    const since = this.#scopes.since(runsInSandbox(request))
    return since !== undefined
      ? { ruled: { option: once, since: this.#changedSince(since) } }
      : this.#judgeReading(askedIn(command, request), { once, own, workspace })
  }

  async #judgeReading(
    asked: AskedCommand,
    { once, own, workspace }: { once: AskedOption, own?: OwnAnswers, workspace: Workspace },
  ): Promise<JudgedRequest> {
    if (await this.#readOnly.covers(asked, workspace))
      return { ruled: { option: once, readOnly: true } }
    return { own: (await this.#readOnly.offers(asked, workspace)) ? { ...own, readOnly: true } : own }
  }
}

/** The command of a request, as it is judged. */
function askedIn({ commandLine, cwd }: CommandField, request: PermissionRequest): AskedCommand {
  return { commandLine, isShellLine: true, cwd, isSandboxed: runsInSandbox(request) }
}

function ownAnswers({ doubt }: CommandField, why: string | undefined): OwnAnswers {
  if (doubt !== undefined)
    return { why: 'the command is not surely known' }
  return why === undefined ? { thread: true } : { why }
}

/** Why no answer for longer than this time is offered. */
function whyNot(judgement: Judgement | undefined, { isPlain, hasOnce }: { isPlain: boolean, hasOnce: boolean }): string | undefined {
  if (judgement?.effect === 'ask')
    return judgement.why ?? 'a rule of yours says so'
  if (!isPlain)
    return 'the request is about more than a command'
  return hasOnce ? undefined : 'the agent offers no single option that allows once'
}
