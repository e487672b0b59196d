import type { CreateTerminalRequest } from '@agentclientprotocol/sdk'
import type { PermissionSubject, SandboxLimits } from '../../../shared/thread/events'
import type { ThreadParts } from '../threadParts'
import type { Verdict } from './ownQuestions'
import { requestedLine } from '../../terminal/startLine'
import { factsOf } from './openQuestions'
import { changedByAgent, changesWhatRuns } from './request/riskyEnvironment'

/** A command that an agent wants to have run, with the folder that it names. */
export interface AskedCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NonNullable<CreateTerminalRequest['env']>
  readonly cwd: string
  /** The one that it will run in. */
  readonly sandbox?: SandboxLimits
}

/** Whether a command may run: covered by the person's answer to the agent's own question, by a rule, or by an answer to ours. */
export async function approveCommand(
  thread: ThreadParts,
  { command, args, env, cwd, sandbox }: AskedCommand,
  signal: AbortSignal,
): Promise<Verdict | 'covered'> {
  const {
    permissions: { approvals, own, rules, decisions },
    environment,
    isTurnOpen,
    agentName,
  } = thread
  if (!isTurnOpen())
    return 'denied'
  const subject: PermissionSubject = {
    kind: 'command',
    commandLine: requestedLine({ command, args }),
    shell: args.length === 0,
    cwd,
    env: changedByAgent(env, environment),
    ...(sandbox && { sandbox }),
  }
  const judgement = rules.ofSubject(subject)
  // An approval covers the command as it was shown; variables that change what it runs were not.
  if (
    judgement?.effect !== 'deny'
    && !changesWhatRuns(env, environment)
    && approvals.takeCommand({ command, args, cwd }, { isEachTime: judgement?.effect === 'ask' })
  ) {
    decisions.add({
      from: 'parley',
      facts: factsOf({ from: 'parley', toolCall: { toolCallId: '' }, options: [], subject }),
      outcome: 'allowed',
      by: 'approval',
      why: 'Your answer to the agent\'s own question covers it',
    })
    return 'covered'
  }
  return own.decide(subject, { title: `${agentName} wants to run a command`, signal, isTurnOpen })
}
