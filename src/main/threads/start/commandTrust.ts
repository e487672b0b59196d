import type { TrustedCommand } from '../../../shared/thread/trustedCommand'
import type { StoredTrust } from '../../store/tables/trustedCommandTable'
import { HostError } from '../../../shared/errors'
import { formatCommandLine } from '../../../shared/text/commandLineForDisplay'
import { type AgentDefinition, formatLaunchLine } from '../../agents/agentDefinition'
import { createCommandNotFoundError, findOnPath } from '../../system/commandOnPath'

/**
 * Resolves the command that would start the agent now, with its program's full path, because the name may later refer
 * to another program. Throws a `HostError` if the program is not found. For a remote agent: its address and headers.
 */
export function resolveLaunch(
  agent: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): StoredTrust {
  const { command, args, env, address, isInstalledByParley } = agent
  if (address)
    return { line: formatLaunchLine(agent), variables: Object.keys(address.headers).sort() }
  // The system's own search might find a program in the agent's working folder.
  const program = findOnPath({ command, environment: { ...environment, ...env } })
  if (program === undefined)
    throw new HostError('agent_not_found', createCommandNotFoundError(command))
  const line = formatCommandLine(program, args)
  return { line, variables: Object.keys(env).sort(), ...isInstalledByParley && { isInstalledByParley } }
}

/** Whether trust in `trusted` covers `launch`. Versions installed by Parley count as the same. */
export function isTrusted(launch: StoredTrust, trusted: StoredTrust | undefined): boolean {
  if (!trusted)
    return false
  return launch.isInstalledByParley && trusted.isInstalledByParley ? true : isSameCommand(launch, trusted)
}

/** Whether both have the same command line and set the same variables. */
export function isSameCommand(one: TrustedCommand, other: TrustedCommand): boolean {
  return one.line === other.line && JSON.stringify(one.variables) === JSON.stringify(other.variables)
}
