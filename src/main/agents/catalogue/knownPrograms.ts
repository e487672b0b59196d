import type { KnownModes } from '../../../shared/thread/options/unaskedModes'
import type { AgentDefinition, ClientOffers } from '../agentDefinition'
import { parse } from 'node:path'
import agentCommands from '../../../../resources/agentCommands.json' with { type: 'json' }
import { registryIdOf } from './registryAgent'

/** What an agent's program was before: another one has taken its place. */
export interface OlderProgram {
  readonly command: string
  readonly args: readonly string[]
  /** The package, of npm or PyPI, that it comes in. */
  readonly package: string
  /** It has kept its name and its package, and takes another argument than this one now. */
  readonly flag?: string
}

/** What Parley knows about an agent's program, however it was installed. */
export interface KnownProgram {
  /** Many people look for it: it is listed with what is on the machine already. */
  readonly isWellKnown?: boolean
  /** Its name if the person has installed it without Parley. */
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly older?: readonly OlderProgram[]
  /** Another program that it needs. */
  readonly needs?: string
  /** What it asks for but cannot handle: Gemini treats the answer that a file does not exist as a failure, and then does not create it. */
  readonly withhold?: readonly (keyof ClientOffers)[]
  /** It sends what it wants to know as a request for permission. */
  readonly asksInPermissions?: boolean
  /** Who runs its commands: `itself` also means that it may run one that Parley would not have. */
  readonly runsCommands?: 'parley' | 'itself'
  /** It never asks Parley for a file that it reads; its older program may. */
  readonly readsFiles?: 'itself'
  /** The title of its request to run something is the whole command, which stands nowhere else. */
  readonly titlesCommands?: boolean
  /** A file by such a path reads as empty when it is not there: Kimi takes "not found", of a plan that it is to write, for a failure. */
  readonly emptyFiles?: string
  /** In which of its modes it asks, where their names do not tell. */
  readonly modes?: KnownModes
}

/** By the agent's id in the registry. */
export function knownProgram(registryId: string): KnownProgram | undefined {
  return Object.hasOwn(agentCommands, registryId) ? knownPrograms[registryId] : undefined
}

/** What is better not offered to this agent, even if the person has set it up. */
export function withheldOffers(agent: NamedProgram): readonly (keyof ClientOffers)[] {
  return programOf(agent)?.withhold ?? []
}

/** Whether this agent's questions come as requests for permission. */
export function asksInPermissions(agent: NamedProgram): boolean {
  return programOf(agent)?.asksInPermissions === true
}

/** Who runs this agent's commands, where that is known. */
export function runsCommands(agent: NamedProgram): KnownProgram['runsCommands'] {
  return programOf(agent)?.runsCommands
}

/** Whether this agent reads files by itself. */
export function readsFiles(agent: NamedProgram): KnownProgram['readsFiles'] {
  return programOf(agent)?.readsFiles
}

/** Whether the title of this agent's request to run something is the whole command. */
export function titlesCommands(agent: NamedProgram): boolean {
  return programOf(agent)?.titlesCommands === true
}

/** Which files are empty to this agent when they are not there, as a pattern of their paths. */
export function emptyFiles(agent: NamedProgram): string | undefined {
  return programOf(agent)?.emptyFiles
}

/** In which of this agent's modes it asks. */
export function knownModes(agent: NamedProgram): KnownModes | undefined {
  return programOf(agent)?.modes
}

type NamedProgram = Pick<AgentDefinition, 'agentId' | 'command'>

function programOf({ agentId, command }: NamedProgram): KnownProgram | undefined {
  const registryId = registryIdOf(agentId)
  const { name } = parse(command)
  return registryId === undefined
    ? Object.values(knownPrograms).find(program => [program, ...program.older ?? []].some(({ command }) => command === name))
    : knownProgram(registryId)
}

/** All of them, by the agent's id in the registry. */
// The file's own type names each agent; the words in its lists are checked by a test.
export const knownPrograms = agentCommands as Readonly<Record<string, KnownProgram>>
