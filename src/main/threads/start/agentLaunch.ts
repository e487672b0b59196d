import type { TrustedCommand } from '../../../shared/contract/methods/trustMethods'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { StoredTrust } from '../../store/tables/trustedCommandTable'
import { HostError } from '../../../shared/errors'
import { commandLineForDisplay } from '../../../shared/text/commandLineForDisplay'
import { commandNotFound, commandOnPath } from '../../system/commandOnPath'

/**
 * What would start the agent now, its program found: the same name may mean another one tomorrow. Throws a `HostError` where there is none.
 */
export function agentLaunch(
  { command, args, env, isInstalledByParley }: AgentDefinition,
  environment: Readonly<Record<string, string | undefined>>,
): StoredTrust {
  // What is not found here must not be left to the system, which may find it in the very folder that the agent works in.
  const program = commandOnPath({ command, environment: { ...environment, ...env } })
  if (program === undefined)
    throw new HostError('agent_not_found', commandNotFound(command))
  return { line: commandLineForDisplay(program, args), variables: Object.keys(env).sort(), ...(isInstalledByParley && { isOurs: true }) }
}

/** Whether who trusted one trusts the other. */
export function isTrusted(launch: StoredTrust, trusted: StoredTrust | undefined): boolean {
  if (!trusted)
    return false
  return launch.isOurs && trusted.isOurs ? true : isSame(launch, trusted)
}

/** Whether both start the same in the same way. */
export function isSame(one: TrustedCommand, other: TrustedCommand): boolean {
  return one.line === other.line && JSON.stringify(one.variables) === JSON.stringify(other.variables)
}
