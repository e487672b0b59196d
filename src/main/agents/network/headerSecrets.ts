import type { AgentAddress } from '../agentDefinition'

/** What must not be logged of an address: its headers' values, also without a scheme such as `Bearer`. */
export function headerSecrets(address: AgentAddress | undefined): string[] {
  return Object.values(address?.headers ?? {}).flatMap(value => [value, ...value.split(' ').slice(1)])
}
