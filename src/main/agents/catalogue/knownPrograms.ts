import type { KnownModes } from '../../../shared/thread/options/modes'
import type { AgentDefinition, ClientCapabilities } from '../agentDefinition'
import agentCommands from '../../../../resources/agentCommands.json' with { type: 'json' }
import { type ProgramIdentity, programIdentity } from './programIdentity'
import { parseRegistryId } from './registryAgent'

/** What an agent's program was before: another one has taken its place. */
interface OlderProgram {
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
  /** The packages, of npm or PyPI, that it comes in. */
  readonly packages?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly older?: readonly OlderProgram[]
  /** Another program that it needs. */
  readonly needs?: string
  /**
   * What it asks for but cannot handle: Gemini treats the answer that a file does not exist as a failure, and then does
   * not create it.
   */
  readonly withhold?: readonly (keyof ClientCapabilities)[]
  /** It sends what it wants to know as a request for permission. */
  readonly asksInPermissions?: boolean
  /** Who runs its commands: `itself` also means that it may run one that Parley would not have. */
  readonly runsCommands?: 'parley' | 'itself'
  /** It never asks Parley for a file that it reads; its older program may. */
  readonly readsFiles?: 'itself'
  /** The title of its request to run something is the whole command, which stands nowhere else. */
  readonly titlesCommands?: boolean
  /**
   * A file by such a path reads as empty when it is not there: Kimi takes "not found", of a plan that it is to write,
   * for a failure.
   */
  readonly emptyFiles?: string
  /**
   * Files by such paths it looks for beside every file that it touches: outside of the thread's folders they are not
   * there for it.
   */
  readonly probes?: string
  /**
   * What it sets for every command: by exactly these values nothing is changed about what runs, whoever sets them.
   * `{sessionId}` is its session's id.
   */
  readonly variables?: Readonly<Record<string, string>>
  /** In which of its modes it asks, where their names do not tell. */
  readonly modes?: KnownModes
}

/** By the agent's id in the registry. */
export function knownProgram(registryId: string): KnownProgram | undefined {
  return Object.hasOwn(agentCommands, registryId) ? knownPrograms[registryId] : undefined
}

/**
 * What Parley knows of the program that this agent runs, however it is started. Nothing follows from it that lets an
 * agent do more: a program is known by names that anyone can use.
 */
export function findKnownProgram(
  { agentId, command, args, env }: Pick<AgentDefinition, 'agentId' | 'command' | 'args' | 'env'>,
  environment: Readonly<Record<string, string | undefined>>,
): KnownProgram | undefined {
  const registryId = parseRegistryId(agentId)
  return registryId === undefined
    ? programWith(programIdentity({ command, args }, { ...environment, ...env }))
    : knownProgram(registryId)
}

/** What it is part of says more than its name. */
function programWith({ names, packages }: ProgramIdentity): KnownProgram | undefined {
  const all = Object.values(knownPrograms)
  const byPackage = packages.map(name =>
    all.find(({ packages = [], older = [] }) => packages.includes(name) || older.some(program => program.package === name)))
  const byName = names.map(name => all.find(program => [program, ...program.older ?? []].some(({ command }) => command === name)))
  return [...byPackage, ...byName].find(program => program !== undefined)
}

/** All of them, by the agent's id in the registry. */
// The file's own type names each agent; the words in its lists are checked by a test.
export const knownPrograms = agentCommands as Readonly<Record<string, KnownProgram>>

/** An agent's program as it was called before, and the agent of the catalogue that takes its place. */
interface FoundOlder {
  readonly registryId: string
  readonly program: OlderProgram
}

/**
 * The catalogue's agent whose older program this command runs: told by the package it is part of or fetches, by its own
 * old name, or by an argument.
 */
export function findOlderProgram(
  { command, args }: Pick<AgentDefinition, 'command' | 'args'>,
  environment: Readonly<Record<string, string | undefined>>,
): FoundOlder | undefined {
  const { names, packages, paths } = programIdentity({ command, args }, environment)
  const isPart = (older: OlderProgram): boolean =>
    packages.includes(older.package) || paths.some(path => path.replaceAll('\\', '/').includes(`/${older.package}/`))
  for (const [registryId, known] of Object.entries(knownPrograms)) {
    const program = known.older?.find(older => older.flag === undefined
      ? isPart(older) || names.some(name => isOldName(name, older, known))
      : args.includes(older.flag) && (isPart(older) || names.includes(older.command)))
    if (program)
      return { registryId, program }
  }
  return undefined
}

/** What the person is told runs: the package, or the program with its older argument. */
export function olderProgramName({ command, package: packageName, flag }: OlderProgram): string {
  return flag === undefined ? packageName : `${command} ${flag}`
}

/** Some kept their name: then it says nothing. */
function isOldName(name: string, { command }: OlderProgram, known: KnownProgram): boolean {
  return name === command && command !== known.command
}
