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

/** The catalogue's agent whose older program this command runs: told by the package it lies in or fetches, or by its own old name. */
export function olderProgramOf(
  { command, args }: Pick<AgentDefinition, 'command' | 'args'>,
  environment: Readonly<Record<string, string | undefined>>,
): FoundOlder | undefined {
  const path = realPathOrItself(commandOnPath({ command, environment }) ?? command)
  const { name } = parse(command)
  for (const [registryId, known] of Object.entries(knownPrograms)) {
    const program = known.older?.find(older =>
      isOldName(name, older, known) || liesIn(path, older) || (runners.has(name) && args.some(arg => fetches(arg, older))))
    if (program)
      return { registryId, program }
  }
  return undefined
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
