import type { TrustedCommand } from '../../../shared/thread/trustedCommand'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { StoredTrust } from '../../store/tables/trustedCommandTable'
import { HostError } from '../../../shared/errors'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { commandNotFound, commandOnPath } from '../../system/commandOnPath'

/**
 * The command that would start the agent now, with the full path of its program: the same name may find another program
 * tomorrow. Throws a `HostError` if the program is not found.
 */
export function agentLaunch(
  { command, args, env, isInstalledByParley }: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): StoredTrust {
  // Never leave the search to the system: it might find a program of that name in the agent's own working folder.
  const program = commandOnPath({ command, environment: { ...environment, ...env } })
  if (program === undefined)
    throw new HostError('agent_not_found', commandNotFound(command))
  const line = commandLineForDisplay(program, args)
  return { line, variables: Object.keys(env).sort(), ...isInstalledByParley && { isInstalledByParley } }
}

/** Whether the person's trust in `trusted` covers `launch`. Versions that Parley installed count as one. */
export function isTrusted(launch: StoredTrust, trusted: StoredTrust | undefined): boolean {
  if (!trusted)
    return false
  return launch.isInstalledByParley && trusted.isInstalledByParley ? true : isSame(launch, trusted)
}

/** Whether both have the same command line and set the same variables. */
export function isSame(one: TrustedCommand, other: TrustedCommand): boolean {
  return one.line === other.line && JSON.stringify(one.variables) === JSON.stringify(other.variables)
}
