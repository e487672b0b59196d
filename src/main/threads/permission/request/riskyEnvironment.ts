import type { EnvVariable } from '@agentclientprotocol/sdk'
import { isRiskyVariable } from '../../../../shared/text/riskyVariables'

type Environment = Readonly<Record<string, string | undefined>>

/** What agents set to tell programs that nobody looks on. */
const harmlessNames
  = /^(?:CI|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CLICOLOR\w*|COLUMNS|LINES|LANG|LANGUAGE|LC_\w+|TZ|NODE_ENV|DEBIAN_FRONTEND|PYTHONIOENCODING|PYTHONUTF8|\w*PAGER)$/
/** Switches: no such word names a program or a file. */
const harmlessValue = /^(?:\d{0,10}|true|false|yes|no|on|off|auto|always|never|dumb)$/i

/**
 * True where the agent sets a variable to something else than the person has, that changes what runs or may do so: nobody knows
 * the variables of all programs, so only what is known to be harmless is.
 */
export function changesWhatRuns(env: readonly EnvVariable[], environment: Environment): boolean {
  return changedByAgent(env, environment).some(
    variable => isRiskyVariable(variable) || !(harmlessNames.test(variable.name) || harmlessValue.test(variable.value)),
  )
}

/** The variables that the agent adds or changes: what the dialog shows. */
export function changedByAgent(env: readonly EnvVariable[], environment: Environment): { name: string, value: string }[] {
  return env.filter(({ name, value }) => environment[name] !== value).map(({ name, value }) => ({ name, value }))
}
