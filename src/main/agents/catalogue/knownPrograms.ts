import type { AgentDefinition, ClientOffers } from '../agentDefinition'
import { parse } from 'node:path'
import agentCommands from '../../../../resources/agentCommands.json' with { type: 'json' }
import { registryIdOf } from './registryAgent'

/** What Parley knows about an agent's program, however it was installed. */
export interface KnownProgram {
  /** Its name if the person has installed it without Parley. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Another program that it needs. */
  readonly needs?: string
  /** What it asks for but cannot handle: Gemini treats the answer that a file does not exist as a failure, and then does not create it. */
  readonly withhold?: readonly (keyof ClientOffers)[]
}

/** By the agent's id in the registry. */
export function knownProgram(registryId: string): KnownProgram | undefined {
  return Object.hasOwn(agentCommands, registryId) ? programs[registryId] : undefined
}

/** What is better not offered to this agent, even if the person has set it up. */
export function withheldOffers({ agentId, command }: Pick<AgentDefinition, 'agentId' | 'command'>): readonly (keyof ClientOffers)[] {
  const registryId = registryIdOf(agentId)
  const name = parse(command).name
  const known = registryId === undefined ? Object.values(programs).find(program => program.command === name) : knownProgram(registryId)
  return known?.withhold ?? []
}

// The file's own type names each agent; the words in its lists are checked by a test.
const programs = agentCommands as Readonly<Record<string, KnownProgram>>
