import type { AgentDefinition } from '../agentDefinition'
import { type KnownProgram, knownPrograms, type OlderProgram } from './knownPrograms'
import { programIdentity } from './programIdentity'

/** An agent's program as it was called before, and the agent of the catalogue that takes its place. */
export interface FoundOlder {
  readonly registryId: string
  readonly program: OlderProgram
}

/**
 * The catalogue's agent whose older program this command runs: told by the package it is part of or fetches, by its own old name, or by
 * an argument.
 */
export function olderProgramOf(
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
export function nameOfOlder({ command, package: packageName, flag }: OlderProgram): string {
  return flag === undefined ? packageName : `${command} ${flag}`
}

/** Some kept their name: then it says nothing. */
function isOldName(name: string, { command }: OlderProgram, known: KnownProgram): boolean {
  return name === command && command !== known.command
}
