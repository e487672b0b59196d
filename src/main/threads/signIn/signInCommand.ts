import type { SignInWay } from '../../../shared/settings/signInWay'
import type { AgentDefinition } from '../../agents/agentDefinition'
import { basename } from 'node:path'
import { HostError } from '../../../shared/errors'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { windowsCommand } from '../../agents/process/windowsCommand'
import { commandOnPath } from '../../system/commandOnPath'
import { terminalEnvironment } from '../../terminal/terminalEnvironment'

/** A sign-in as it is run on a PTY. */
export interface SignInCommand {
  readonly file: string
  /** A string only on Windows: a command line that is quoted already. */
  readonly args: readonly string[] | string
  readonly env: Readonly<Record<string, string>>
  /** As a person would type it. */
  readonly commandLine: string
}

/** What to run for a sign-in in a terminal: the agent's own command with more arguments, or the command that it names. */
export function signInCommand({ way, agent, environment, owner }: {
  way: Extract<SignInWay, { kind: 'terminal' | 'command' }>
  agent: AgentDefinition
  environment: Readonly<Record<string, string | undefined>>
  /** Marks all of its processes. */
  owner: string
}): SignInCommand {
  const agentEnv = Object.entries({ ...agent.env, ...agent.keys, ...way.env }).map(([name, value]) => ({ name, value }))
  const env = terminalEnvironment({ base: environment, agentEnv, owner })
  const { command, args } = way.kind === 'terminal'
    ? { command: programOf(agent.command, agent, env), args: [...agent.args, ...way.args] }
    : named(way, agent, env)
  const line = process.platform === 'win32' ? windowsCommand({ command, args, environment: env }) : { file: command, args }
  return {
    file: line.file,
    args: 'windowsVerbatimArguments' in line && line.windowsVerbatimArguments ? line.args.join(' ') : line.args,
    env,
    commandLine: commandLineForDisplay(way.kind === 'terminal' ? agent.command : command, args),
  }
}

/** Some agents name a script instead of a program: the Node that runs the agent runs it. */
function named(
  way: Extract<SignInWay, { kind: 'command' }>,
  agent: AgentDefinition,
  env: Readonly<Record<string, string>>,
): { command: string, args: readonly string[] } {
  if (/\.[cm]?js$/.test(way.command) && commandOnPath({ command: way.command, environment: env }) === undefined) {
    return {
      command: programOf(/^node(?:\.exe)?$/.test(basename(agent.command)) ? agent.command : 'node', agent, env),
      args: [way.command, ...way.args],
    }
  }
  return { command: programOf(way.command, agent, env), args: way.args }
}

/** A bare name may be the agent's own, which was installed off PATH. */
function programOf(command: string, agent: AgentDefinition, environment: Readonly<Record<string, string>>): string {
  const found
    = commandOnPath({ command, environment })
      ?? (basename(agent.command) === command ? commandOnPath({ command: agent.command, environment }) : undefined)
  if (found === undefined) {
    throw new HostError(
      'agent_not_found',
      `The sign-in needs "${command}", which was not found. Install it, or choose another way to sign in.`,
    )
  }
  return found
}
