import type { CreateTerminalRequest } from '@agentclientprotocol/sdk'
import type { PermissionSubject, SandboxLimits } from '../../../shared/thread/events'
import type { CheckedStart } from '../../terminal/startLine'
import type { Decided, Decisions } from './decisions'
import type { ParleyQuestions, Verdict } from './parleyQuestions'
import type { ReadOnlyAnswers } from './readOnly/readOnlyAnswers'
import type { RequestScope } from './requestDecider'
import type { TurnApprovals } from './turnApprovals'
import { changedVariables, differingVariables } from '../../../shared/permission/environmentSafety'
import { permissionFacts } from '../../../shared/permission/permissionFacts'
import { placedCommand } from '../../../shared/toolCall/placedCommand'
import { requestedLine } from '../../terminal/startLine'
import { askedCommand, type ThreadRules } from './rules/threadRules'

/** A command that an agent wants to have run, with the folder that it names. */
export interface RequestedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NonNullable<CreateTerminalRequest['env']>
  readonly cwd: string
  /** The session that asks. */
  readonly sessionId: string
  /** The one that it will run in. */
  readonly sandbox?: SandboxLimits
}

type CommandSubject = Extract<PermissionSubject, { kind: 'command' }>

/** How a command was decided. `covered`: the person's answer to the agent's own request covers it. */
type CommandVerdict = Exclude<Verdict, 'read_only'> | 'covered'

/**
 * A verdict. `confirm` looks right before the start whether a command that was let run because it only reads still
 * does.
 */
export interface DecidedCommand {
  readonly verdict: CommandVerdict
  readonly confirm: () => Promise<{ changed: string } | { start?: CheckedStart }>
  /** It was let run since nothing but reading is possible where it runs; told where it fails there. */
  readonly tried?: { readonly failed: () => void }
}

interface Deciding {
  readonly requested: RequestedCommand
  readonly scope: RequestScope
  readonly changed?: string
}

/** What a `CommandDecider` needs. */
interface CommandDeciderOptions {
  readonly agentName: string
  /** What commands inherit, before the agent's own variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rules: ThreadRules
  readonly decisions: Decisions
  readonly approvals: TurnApprovals
  readonly readOnly: ReadOnlyAnswers
  readonly parley: ParleyQuestions
  readonly isTurnOpen: () => boolean
}

/**
 * Decides whether a command may run: by an answer to the agent's own request, by a rule, or by an answer to Parley's
 * question.
 */
export class CommandDecider {
  readonly #options: CommandDeciderOptions

  constructor(options: CommandDeciderOptions) {
    this.#options = options
  }

  /** `changed`: why a command that was decided a moment ago is asked about again. */
  async decide(requested: RequestedCommand, scope: RequestScope, changed?: string): Promise<DecidedCommand> {
    const { readOnly } = this.#options
    const subject = this.#subjectOf(requested, scope.agent)
    const asked = askedCommand(subject)
    const { verdict, isRead } = await this.#decide(subject, { requested, scope, changed })
    const isTried = isRead === true && asked.isSandboxed === true
    return {
      verdict,
      ...isTried && { tried: { failed: () => readOnly.failed(asked) } },
      confirm: async () => {
        const read = isRead ? await readOnly.look(asked, scope.workspace) : undefined
        return read && 'why' in read ? { changed: read.why } : read?.start === 'tried' ? {} : { start: read?.start }
      },
    }
  }

  async #decide(
    subject: CommandSubject,
    { requested, scope: { workspace, signal, agent }, changed }: Deciding,
  ): Promise<{ verdict: CommandVerdict, isRead?: boolean }> {
    const { agentName, rules, parley, readOnly, isTurnOpen } = this.#options
    const command = askedCommand(subject)
    // Looked at first, since an approval must not be used up by a command that then has to wait.
    const isReadOnly = changed === undefined && (await readOnly.covers(command, workspace))
    if (!isTurnOpen()) {
      this.#record(subject, { outcome: 'cancelled', by: 'builtin', why: 'No turn was open' })
      return { verdict: 'denied' }
    }
    const judgement = rules.judgeSubject(subject)
    const isEachTime = judgement?.effect === 'ask'
    const mayBeApproved = judgement?.effect !== 'deny' && changed === undefined
    const approval = mayBeApproved
      ? this.#approvalOf(
          { ...requested, env: this.#changedBy(requested, agent) },
          { isEachTime, isReadOnly: isReadOnly && !isEachTime },
        )
      : undefined
    // The answer to the agent's question is in the log already, for the one run that it was given for.
    if (approval === 'always')
      this.#record(subject, { outcome: 'allowed', by: 'approval', why: 'Your answer to the agent\'s own question covers it' })
    if (approval)
      return { verdict: 'covered', isRead: isReadOnly && !judgement }
    const approved = this.#options.approvals.waiting
    const asked = approved ? { ...subject, approved } : subject
    const reads = {
      covers: () => readOnly.covers(command, workspace),
      offers: () => readOnly.offers(command, workspace),
      decline: () => readOnly.decline(),
    }
    const verdict = await parley.decide(asked, { title: `${agentName} wants to run a command`, signal, isTurnOpen, changed, reads, agent })
    return verdict === 'read_only' ? { verdict: 'rule', isRead: true } : { verdict }
  }

  #subjectOf(requested: RequestedCommand, agent: RequestScope['agent']): CommandSubject {
    const { command, args, cwd, sandbox } = requested
    return {
      kind: 'command',
      commandLine: requestedLine({ command, args }),
      shell: args.length === 0,
      cwd,
      env: this.#changedBy(requested, agent),
      ...(sandbox && { sandbox }),
    }
  }

  /** What the agent sets beyond what its program is known to set for every command. */
  #changedBy({ env, sessionId }: RequestedCommand, agent: RequestScope['agent']): CommandSubject['env'] {
    const known = agent?.variables ?? {}
    return changedVariables(env, this.#options.environment).filter(({ name, value }) =>
      !Object.hasOwn(known, name) || known[name]!.replace('{sessionId}', () => sessionId) !== value)
  }

  /** An approval covers the command as it was shown, without variables but those that change nothing. */
  #approvalOf(
    { command, args, env, cwd }: Pick<RequestedCommand, 'command' | 'args' | 'cwd'> & Pick<CommandSubject, 'env'>,
    how: { isEachTime: boolean, isReadOnly: boolean },
  ): ReturnType<TurnApprovals['consumeCommand']> {
    const { approvals, environment } = this.#options
    return differingVariables(env, environment).length === 0
      ? approvals.consumeCommand(placedCommand({ command, args }, cwd), how)
      : undefined
  }

  #record(subject: PermissionSubject, decided: Pick<Decided, 'outcome' | 'by' | 'why'>): void {
    const facts = permissionFacts({ from: 'parley', toolCall: { toolCallId: '' }, options: [], subject })
    this.#options.decisions.add({ from: 'parley', facts, ...decided })
  }
}
