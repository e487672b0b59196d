import type { AgentDefinition, ClientOffers } from '../agentDefinition'
import { parse } from 'node:path'
import agentCommands from '../../../../resources/agentCommands.json' with { type: 'json' }
import { registryIdOf } from './registryAgent'

/** What is known of an agent's program, wherever it came from. */
export interface KnownProgram {
  /** Its name where a person has installed it without Parley. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Another program that it cannot do without. */
  readonly needs?: string
  /** What it asks for and cannot deal with: Gemini takes the answer that a file is not there for a failure, and then creates none. */
  readonly withhold?: readonly (keyof ClientOffers)[]
}

/** By the agent's id in the registry. */
export function knownProgram(registryId: string): KnownProgram | undefined {
  return Object.hasOwn(agentCommands, registryId) ? programs[registryId] : undefined
}

/** What is better not offered to this agent, also where a person has set it up by themselves. */
export function withheldOffers({ agentId, command }: Pick<AgentDefinition, 'agentId' | 'command'>): readonly (keyof ClientOffers)[] {
  const registryId = registryIdOf(agentId)
  const name = parse(command).name
  const known = registryId === undefined ? Object.values(programs).find(program => program.command === name) : knownProgram(registryId)
  return known?.withhold ?? []
}

// The file's own type names each agent; the words in its lists are checked by a test.
const programs = agentCommands as Readonly<Record<string, KnownProgram>>
