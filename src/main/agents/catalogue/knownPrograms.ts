import type { KnownModes } from '../../../shared/thread/options/modes'
import type { AgentDefinition, ClientCapabilities } from '../agentDefinition'
import agentCommands from '../../../../resources/agentCommands.json' with { type: 'json' }
import { identifyProgram, type ProgramIdentity } from './programIdentity'
import { parseRegistryId } from './registryAgent'

/** A former program of an agent, since replaced by another. */
interface OlderProgram {
  readonly command: string
  readonly args: readonly string[]
  /** Its npm or PyPI package. */
  readonly package: string
  /** The former argument, if the program still has its name and package but takes another argument now. */
  readonly flag?: string
}

/** The known quirks of an agent's program, regardless of how it was installed. */
export interface KnownProgram {
  /** Popular, so it is listed together with the installed agents. */
  readonly isWellKnown?: boolean
  /** The program's name, if the person installed it without Parley. */
  readonly command: string
  readonly args: readonly string[]
  /** Its npm or PyPI packages. */
  readonly packages?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly older?: readonly OlderProgram[]
  /** Another program that must be on PATH. */
  readonly needs?: string
  /**
   * Capabilities that the agent uses incorrectly: Gemini treats "not found" for a file as a failure, and then does not
   * create the file.
   */
  readonly withhold?: readonly (keyof ClientCapabilities)[]
  /** The agent sends its questions as permission requests. */
  readonly asksInPermissions?: boolean
  /** Who runs the agent's commands. If `itself`, it may run commands that Parley would not have allowed. */
  readonly runsCommands?: 'parley' | 'itself'
  /** The agent never reads files through Parley; its older program may. */
  readonly readsFiles?: 'itself'
  /** The whole command is only in the title of the agent's request to run it. */
  readonly titlesCommands?: boolean
  /**
   * A path pattern. Matching files read as empty if missing, because Kimi treats "not found" for its plan as a failure.
   */
  readonly emptyFiles?: string
  /**
   * A path pattern of files that the agent looks for next to every file it touches. Outside the thread's folders they
   * are reported as missing.
   */
  readonly probes?: string
  /**
   * Variables that the agent sets for every command. With exactly these values they do not change what runs.
   * `{sessionId}` is replaced with the session's id.
   */
  readonly variables?: Readonly<Record<string, string>>
  /** Which of its modes ask for permission, if their names do not show it. */
  readonly modes?: KnownModes
}

/** Looks up a program by the agent's registry id. */
export function findProgramByRegistryId(registryId: string): KnownProgram | undefined {
  return Object.hasOwn(agentCommands, registryId) ? knownPrograms[registryId] : undefined
}

/**
 * Identifies the program that an agent runs, regardless of how it is started. The result must never grant an agent
 * more, because anyone can give a program a known name.
 */
export function findKnownProgram(
  { agentId, command, args, env }: Pick<AgentDefinition, 'agentId' | 'command' | 'args' | 'env'>,
  environment: Readonly<Record<string, string | undefined>>,
): KnownProgram | undefined {
  const registryId = parseRegistryId(agentId)
  return registryId === undefined
    ? findProgramByIdentity(identifyProgram({ command, args }, { ...environment, ...env }))
    : findProgramByRegistryId(registryId)
}

/** A package is stronger evidence than a program name. */
function findProgramByIdentity({ names, packages }: ProgramIdentity): KnownProgram | undefined {
  const all = Object.values(knownPrograms)
  const byPackage = packages.map(name =>
    all.find(({ packages = [], older = [] }) =>
      packages.includes(name) || older.some(program => program.package === name),
    ))
  const byName = names.map(name =>
    all.find(program => [program, ...program.older ?? []].some(({ command }) => command === name)),
  )
  return [...byPackage, ...byName].find(program => program !== undefined)
}

/** All known programs, by the agent's registry id. */
// The JSON import has a type of its own per agent; a test checks the string values.
export const knownPrograms = agentCommands as Readonly<Record<string, KnownProgram>>

/** An older program, and the catalogue agent that replaces it. */
interface FoundOlder {
  readonly registryId: string
  readonly program: OlderProgram
}

/**
 * Finds the catalogue agent whose older program this command runs: identified by its package, its old name, or an
 * argument.
 */
export function findOlderProgram(
  { command, args }: Pick<AgentDefinition, 'command' | 'args'>,
  environment: Readonly<Record<string, string | undefined>>,
): FoundOlder | undefined {
  const { names, packages, paths } = identifyProgram({ command, args }, environment)
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

/** Display name of an older program: the package, or the program with its older argument. */
export function formatOlderProgram({ command, package: packageName, flag }: OlderProgram): string {
  return flag === undefined ? packageName : `${command} ${flag}`
}

/** A program that kept its name cannot be identified by it. */
function isOldName(name: string, { command }: OlderProgram, known: KnownProgram): boolean {
  return name === command && command !== known.command
}
