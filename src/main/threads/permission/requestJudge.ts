import type { PermissionRequest } from '../../../shared/permission/permissionFacts'
import type { AskedOption } from '../../../shared/thread/events'
import type { OwnAnswers } from '../../../shared/thread/ownAnswers'
import type { CommandField } from '../../../shared/toolCall/commandField'
import type { Judgement } from '../../rules/judge'
import type { Workspace } from '../../workspace/workspace'
import type { CommandScopes } from './commandScopes'
import type { ReadOnlyAnswers } from './readOnly/readOnlyAnswers'
import type { AskedCommand } from './rules/analyzeCommand'
import type { ThreadRules } from './rules/threadRules'
import { errorMessage } from '../../../shared/errors'
import { runsInSandbox } from '../../../shared/permission/grade'
import { findOnlyOption, type RuledAnswer } from './askedPermission'
import { deriveAction, type ShownRequest } from './request/requestedAction'

/** The result of applying rules and earlier answers to an agent's request. */
interface JudgedRequest {
  /** The resulting answer, if any. */
  readonly ruled?: RuledAnswer
  /** The options that Parley adds to the agent's. */
  readonly own?: OwnAnswers
}

/** Describes what the agent changed since a time. Returns `undefined` if it changed no files. */
export type ChangedSince = (since: number) => string | undefined

interface RequestJudgeOptions {
  readonly rules: ThreadRules
  readonly scopes: CommandScopes
  readonly readOnly: ReadOnlyAnswers
  readonly changedSince: ChangedSince
}

/**
 * Judges an agent's own requests by the person's rules, then by what was allowed for the thread or for read-only
 * commands.
 */
export class RequestJudge {
  readonly #options: RequestJudgeOptions

  constructor(options: RequestJudgeOptions) {
    this.#options = options
  }

  /**
   * Judges a request. Rules and earlier answers choose the option that allows or rejects once, if there is exactly one.
   */
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
    const action = await deriveAction(shown, { rules: this.#options.rules, workspace })
    const judgement = action && this.#options.rules.judge(action)
    const once = findOnlyOption(request.options, 'allow_once')
    const why = explainOnceOnly(judgement, { isPlain: action !== undefined, hasOnce: once !== undefined })
    const own = command && buildOwnAnswers(command, why)
    switch (judgement?.effect) {
      case 'allow':
      case 'deny': {
        const option = judgement.effect === 'allow' ? once : findOnlyOption(request.options, 'reject_once')
        const since = judgement.effect === 'allow' && action?.command
          ? this.#options.changedSince(judgement.rule.createdAt)
          : undefined
        return option ? { ruled: { option, rule: this.#options.rules.describe(judgement.rule), since } } : { own }
      }
      case 'ask':
        return { own }
      case undefined:
    }
    if (!action?.command || !command || action.isOutside || !once)
      return { own: action?.isOutside ? { why: 'it reaches outside the folder' } : own }
    const since = this.#options.scopes.since(runsInSandbox(request))
    return since !== undefined
      ? { ruled: { option: once, since: this.#options.changedSince(since) } }
      : this.#judgeReadOnly(toAskedCommand(command, request), { once, own, workspace })
  }

  async #judgeReadOnly(
    asked: AskedCommand,
    { once, own, workspace }: { once: AskedOption, own?: OwnAnswers, workspace: Workspace },
  ): Promise<JudgedRequest> {
    if (await this.#options.readOnly.covers(asked, workspace))
      return { ruled: { option: once, readOnly: true } }
    return { own: (await this.#options.readOnly.offers(asked, workspace)) ? { ...own, readOnly: true } : own }
  }
}

/** Converts a request's command for judging. */
function toAskedCommand({ commandLine, cwd }: CommandField, request: PermissionRequest): AskedCommand {
  return { commandLine, isShellLine: true, cwd, isSandboxed: runsInSandbox(request) }
}

function buildOwnAnswers({ doubt }: CommandField, why: string | undefined): OwnAnswers {
  if (doubt !== undefined)
    return { why: 'the command is not surely known' }
  return why === undefined ? { thread: true } : { why }
}

/** Explains why only one-time answers are offered. */
function explainOnceOnly(
  judgement: Judgement | undefined,
  { isPlain, hasOnce }: { isPlain: boolean, hasOnce: boolean },
): string | undefined {
  if (judgement?.effect === 'ask')
    return judgement.why ?? 'a rule of yours says so'
  if (!isPlain)
    return 'the request is about more than a command'
  return hasOnce ? undefined : 'the agent offers no single option that allows once'
}
