import type { EnvVariable } from '@agentclientprotocol/sdk'
import { isRiskyVariable } from '../../shared/riskyVariables'

type Environment = Readonly<Record<string, string | undefined>>

/** True where the agent sets a variable that changes what runs, to something else than the person has. */
export function changesWhatRuns(env: readonly EnvVariable[], environment: Environment): boolean {
  return changedByAgent(env, environment).some(isRiskyVariable)
}

/** The variables that the agent adds or changes: what the dialog shows. */
export function changedByAgent(env: readonly EnvVariable[], environment: Environment): { name: string, value: string }[] {
  return env.filter(({ name, value }) => environment[name] !== value).map(({ name, value }) => ({ name, value }))
}
