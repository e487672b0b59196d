import type { AgentDefinition } from '../agentDefinition'
import { parse } from 'node:path'
import { commandOnPath } from '../../system/commandOnPath'
import { realPathOrItself } from '../../system/realPathOrItself'
import { type KnownProgram, knownPrograms, type OlderProgram } from './knownPrograms'

/** Programs that fetch the package they run: it is named among their arguments. */
const runners: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpx', 'pnpm', 'yarn', 'bunx', 'bun', 'uvx', 'uv', 'pipx'])

/** An agent's program as it was called before, and the agent of the catalogue that takes its place. */
export interface FoundOlder {
  readonly registryId: string
  readonly program: OlderProgram
}

/**
 * The catalogue's agent whose older program this command runs: told by the package it lies in or fetches, by its
 * own old name, or by an argument.
 */
export function olderProgramOf(
  { command, args }: Pick<AgentDefinition, 'command' | 'args'>,
  environment: Readonly<Record<string, string | undefined>>,
): FoundOlder | undefined {
  const path = realPathOrItself(commandOnPath({ command, environment }) ?? command)
  const { name } = parse(command)
  for (const [registryId, known] of Object.entries(knownPrograms)) {
    const program = known.older?.find((older) => {
      const isItsPackage = liesIn(path, older) || (runners.has(name) && args.some(arg => fetches(arg, older)))
      if (older.flag === undefined)
        return isItsPackage || isOldName(name, older, known)
      return args.includes(older.flag) && (isItsPackage || name === older.command || args.some(arg => liesIn(arg, older)))
    })
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

function liesIn(path: string, { package: packageName }: OlderProgram): boolean {
  return path.replaceAll('\\', '/').includes(`/${packageName}/`)
}

/** `name`, `name@1.2.3` or `name==1.2.3`. */
function fetches(arg: string, { package: packageName }: OlderProgram): boolean {
  return arg.startsWith(packageName) && /^(?:@|==|$)/.test(arg.slice(packageName.length))
}
