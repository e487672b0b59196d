import type { CreateTerminalRequest } from '@agentclientprotocol/sdk'
import type { PermissionSubject, SandboxLimits } from '../../../shared/thread/events'
import type { CheckedStart } from '../../terminal/startLine'
import type { DecisionLog, DecisionRecord } from './decisionLog'
import type { ParleyQuestions, Verdict } from './parleyQuestions'
import type { ReadOnlyAnswers } from './readOnly/readOnlyAnswers'
import type { RequestScope } from './requestDecider'
import type { TurnApprovals } from './turnApprovals'
import { findChangedVariables, findDifferingVariables } from '../../../shared/permission/environmentSafety'
import { getPermissionFacts } from '../../../shared/permission/permissionFacts'
import { toPlacedCommand } from '../../../shared/toolCall/placedCommand'
import { formatRequestedCommand } from '../../terminal/startLine'
import { type ThreadRules, toAskedCommand } from './rules/threadRules'

/** A command that an agent wants to run, with its folder. */
interface RequestedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NonNullable<CreateTerminalRequest['env']>
  readonly cwd: string
  /** The requesting session. */
  readonly sessionId: string
  /** The sandbox it will run in. */
  readonly sandbox?: SandboxLimits
}

type CommandSubject = Extract<PermissionSubject, { kind: 'command' }>

/** How a command was decided. `covered`: by the answer to the agent's own request. */
type CommandVerdict = Exclude<Verdict, 'read_only'> | 'covered'

/** A verdict. `confirm` checks right before the start that a command allowed as read-only is still read-only. */
interface DecidedCommand {
  readonly verdict: CommandVerdict
  readonly confirm: () => Promise<{ changed: string } | { start?: CheckedStart }>
  /** Set for a command allowed because it runs where it can only read. Call `failed` if it fails there. */
  readonly tried?: { readonly failed: () => void }
}

interface Deciding {
  readonly requested: RequestedCommand
  readonly scope: RequestScope
  readonly changed?: string
}

interface CommandDeciderOptions {
  readonly agentName: string
  /** Inherited environment, without the agent's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rules: ThreadRules
  readonly decisions: DecisionLog
  readonly approvals: TurnApprovals
  readonly readOnly: ReadOnlyAnswers
  readonly parley: ParleyQuestions
  readonly isTurnOpen: () => boolean
}

/** Decides whether a command may run: by the answer to the agent's own request, by a rule, or by asking. */
export class CommandDecider {
  readonly #options: CommandDeciderOptions

  constructor(options: CommandDeciderOptions) {
    this.#options = options
  }

  /** `changed`: why a command that was just decided is asked about again. */
  async decide(requested: RequestedCommand, scope: RequestScope, changed?: string): Promise<DecidedCommand> {
    const { readOnly } = this.#options
    const subject = this.#toSubject(requested, scope.agent)
    const asked = toAskedCommand(subject)
    const { verdict, isRead } = await this.#decide(subject, { requested, scope, changed })
    const isTried = isRead === true && asked.isSandboxed === true
    return {
      verdict,
      ...isTried && { tried: { failed: () => readOnly.markFailed(asked) } },
      confirm: async () => {
        const read = isRead ? await readOnly.check(asked, scope.workspace) : undefined
        return read && 'why' in read ? { changed: read.why } : read?.start === 'tried' ? {} : { start: read?.start }
      },
    }
  }

  async #decide(
    subject: CommandSubject,
    { requested, scope: { workspace, signal, agent }, changed }: Deciding,
  ): Promise<{ verdict: CommandVerdict, isRead?: boolean }> {
    const { agentName, rules, parley, readOnly, isTurnOpen } = this.#options
    const command = toAskedCommand(subject)
    // Checked first, so that a command refused here does not consume an approval.
    const isReadOnly = changed === undefined && (await readOnly.covers(command, workspace))
    if (!isTurnOpen()) {
      this.#record(subject, { outcome: 'cancelled', by: 'builtin', why: 'No turn was open' })
      return { verdict: 'denied' }
    }
    const judgement = rules.judgeSubject(subject)
    const isEachTime = judgement?.effect === 'ask'
    const mayBeApproved = judgement?.effect !== 'deny' && changed === undefined
    const approval = mayBeApproved
      ? this.#consumeApproval(
          { ...requested, env: this.#findExtraVariables(requested, agent) },
          { isEachTime, isReadOnly: isReadOnly && !isEachTime },
        )
      : undefined
    // An approval for one run is already in the log, as the answer to the agent's question.
    if (approval === 'always') {
      this.#record(subject, {
        outcome: 'allowed',
        by: 'approval',
        why: 'Your answer to the agent\'s own question covers it',
      })
    }
    if (approval)
      return { verdict: 'covered', isRead: isReadOnly && !judgement }
    const approved = this.#options.approvals.unusedCommand
    const asked = approved ? { ...subject, approved } : subject
    const reads = {
      covers: () => readOnly.covers(command, workspace),
      offers: () => readOnly.offers(command, workspace),
      decline: () => readOnly.decline(),
    }
    const verdict = await parley.decide(asked, { title: `${agentName} wants to run a command`, signal, isTurnOpen, changed, reads, agent })
    return verdict === 'read_only' ? { verdict: 'rule', isRead: true } : { verdict }
  }

  #toSubject(requested: RequestedCommand, agent: RequestScope['agent']): CommandSubject {
    const { command, args, cwd, sandbox } = requested
    return {
      kind: 'command',
      commandLine: formatRequestedCommand({ command, args }),
      shell: args.length === 0,
      cwd,
      env: this.#findExtraVariables(requested, agent),
      ...(sandbox && { sandbox }),
    }
  }

  /** Returns the variables that the agent sets besides those its program is known to set for every command. */
  #findExtraVariables({ env, sessionId }: RequestedCommand, agent: RequestScope['agent']): CommandSubject['env'] {
    const known = agent?.variables ?? {}
    return findChangedVariables(env, this.#options.environment).filter(({ name, value }) =>
      !Object.hasOwn(known, name) || known[name]!.replace('{sessionId}', () => sessionId) !== value)
  }

  /** An approval covers the command as shown. Further variables are allowed only if harmless. */
  #consumeApproval(
    { command, args, env, cwd }: Pick<RequestedCommand, 'command' | 'args' | 'cwd'> & Pick<CommandSubject, 'env'>,
    how: { isEachTime: boolean, isReadOnly: boolean },
  ): ReturnType<TurnApprovals['consumeCommand']> {
    const { approvals, environment } = this.#options
    return findDifferingVariables(env, environment).length === 0
      ? approvals.consumeCommand(toPlacedCommand({ command, args }, cwd), how)
      : undefined
  }

  #record(subject: PermissionSubject, decided: Pick<DecisionRecord, 'outcome' | 'by' | 'why'>): void {
    const facts = getPermissionFacts({ from: 'parley', toolCall: { toolCallId: '' }, options: [], subject })
    this.#options.decisions.add({ from: 'parley', facts, ...decided })
  }
}
