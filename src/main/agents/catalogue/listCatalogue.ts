import type { AgentListing } from '../../../shared/contract/agentListing'
import type { InstallOffer } from '../../../shared/settings/installing'
import type { AgentDefinition } from '../agentDefinition'
import { formatCommandLine } from '../../../shared/text/commandLineForDisplay'
import { findOnPath } from '../../system/commandOnPath'
import { findOlderProgram, findProgramByRegistryId, type KnownProgram } from './knownPrograms'
import { type RegistryAgent, toCatalogueAgentId } from './registryAgent'

/** The inputs of the catalogue's part of the agent list. */
export interface CatalogueSources {
  readonly agents: readonly RegistryAgent[]
  /** Returns an agent's icon as sanitized SVG text. */
  readonly icon: (registryId: string) => string | undefined
  /** Returns how to start an agent that Parley installed. */
  readonly installed?: (agentId: string) => InstalledLaunch | undefined
  /** The registry's key for this platform, such as `linux-x86_64`. */
  readonly platformKey: string
}

/** How to start an agent that was installed without Parley. */
interface FoundLaunch extends Pick<AgentDefinition, 'command' | 'args' | 'env'>, Pick<AgentListing, 'older'> {
  readonly why: string
}

/** How to start an agent that Parley installed. */
interface InstalledLaunch extends Pick<AgentDefinition, 'command' | 'args' | 'env'> {
  readonly version: string
}

/** A catalogue agent. `definition` is absent if it cannot be started. */
interface CatalogueAgent {
  readonly listing: AgentListing
  readonly definition?: AgentDefinition
}

type Environment = Readonly<Record<string, string | undefined>>
/** The path of a command, if it is on PATH. */
type Find = (command: string) => string | undefined

/**
 * Lists the catalogue for this machine, in the registry's order. Agents that the person set up are marked as hidden.
 */
export function listCatalogue(
  sources: CatalogueSources,
  { environment, hidden, ownNames = [] }: { environment: Environment, hidden: readonly string[], ownNames?: readonly string[] },
): CatalogueAgent[] {
  const find = createCachedFinder(environment)
  return sources.agents.map((agent) => {
    const agentId = toCatalogueAgentId(agent.id)
    const installed = findInstalledLaunch(agent, sources)
    const launch: FoundLaunch | undefined = installed ?? findLaunchOnPath(agent.id, find)
    const definition: AgentDefinition | undefined = launch && {
      agentId,
      name: agent.name,
      command: launch.command,
      args: launch.args,
      env: launch.env,
      ...(installed && { isInstalledByParley: true }),
    }
    const icon = sources.icon(agent.id)
    const known = findProgramByRegistryId(agent.id)
    const without = launch && !launch.older ? undefined : getStateWithoutLaunch(agent, sources.platformKey, find)
    const state: Pick<AgentListing, 'state' | 'why'> = launch ? { state: 'ready', why: launch.why } : without!
    const install = createInstallOffer(agent, {
      state: without?.state ?? 'ready',
      installed: sources.installed?.(agentId)?.version,
    })
    const listing: AgentListing = {
      agentId,
      name: agent.name,
      source: 'catalogue',
      ...state,
      ...(launch?.older && { older: launch.older }),
      command: launch ? formatCommandLine(launch.command, launch.args) : '',
      description: agent.description,
      ...(known?.isWellKnown && { isWellKnown: true }),
      ...pickAbilities(known),
      ...(icon !== undefined && { icon }),
      ...((hidden.includes(agent.id) || ownNames.some(own => isNamedAfter(agent.name, own))) && { isHidden: true }),
      ...(install && { install }),
    }
    return definition ? { listing, definition } : { listing }
  })
}

/** The abilities of a known program that the agent list shows. */
export function pickAbilities(known: KnownProgram | undefined): Pick<AgentListing, 'readsFiles' | 'runsCommands'> {
  const { readsFiles, runsCommands } = known ?? {}
  return { ...readsFiles && { readsFiles }, ...runsCommands && { runsCommands } }
}

/** Caches PATH lookups, because most agents need the same few commands. */
function createCachedFinder(environment: Environment): Find {
  const found = new Map<string, string | undefined>()
  return (command) => {
    if (!found.has(command))
      found.set(command, findOnPath({ command, environment }))
    return found.get(command)
  }
}

/** Treats "Claude" as the person's name for "Claude Agent". */
function isNamedAfter(name: string, own: string): boolean {
  const [longer, shorter] = [name.toLowerCase(), own.toLowerCase()]
  return longer === shorter || (longer.startsWith(shorter) && !/[a-z0-9]/.test(longer.charAt(shorter.length)))
}

function findInstalledLaunch(
  agent: RegistryAgent,
  { installed }: CatalogueSources,
): InstalledLaunch & { why: string } | undefined {
  const launch = installed?.(toCatalogueAgentId(agent.id))
  return (
    launch && {
      ...launch,
      why:
        agent.version === '' || agent.version === launch.version
          ? `Installed, version ${launch.version}.`
          : `Update available: ${launch.version} → ${agent.version}.`,
    }
  )
}

function createInstallOffer(
  { version }: RegistryAgent,
  { state, installed }: { state: AgentListing['state'], installed: string | undefined },
): InstallOffer | undefined {
  if (installed !== undefined)
    return { installed, ...(version !== '' && version !== installed && { offered: version }) }
  return state === 'needs install' ? { offered: version } : undefined
}

function findLaunchOnPath(
  registryId: string,
  find: Find,
): FoundLaunch | undefined {
  const known = findProgramByRegistryId(registryId)
  if (!known || (known.needs !== undefined && find(known.needs) === undefined))
    return undefined
  // Prefer the current program, even if an older one comes first on PATH.
  for (const program of [known, ...known.older ?? []]) {
    const command = find(program.command)
    if (command === undefined)
      continue
    const older = findOlderProgram({ command, args: [] }, {})?.program
    return {
      command,
      args: program.args,
      env: known.env ?? {},
      why: older ? `Its older program, ${older.package}, was found on PATH.` : 'Found on PATH.',
      ...older && { older: { program: older.package } },
    }
  }
  return undefined
}

function getStateWithoutLaunch(
  agent: RegistryAgent,
  platformKey: string,
  find: Find,
): Pick<AgentListing, 'state' | 'why'> {
  const { npx, uvx, binary } = agent.distribution
  const known = findProgramByRegistryId(agent.id)
  const has = (command: string): boolean => find(command) !== undefined
  const version = agent.version === '' ? '' : ` ${agent.version}`
  if (known?.needs !== undefined && !has(known.needs))
    return { state: 'unavailable', why: `It needs "${known.needs}", which was not found on PATH. Install that first.` }
  if (binary?.[platformKey])
    return { state: 'needs install', why: `Version${version}, a download for ${platformKey}.` }
  if (npx && has('npm'))
    return { state: 'needs install', why: `Version${version}, from npm.` }
  if (uvx && (has('uvx') || has('uv')))
    return { state: 'needs install', why: `Version${version}, from PyPI with uv.` }
  if (npx) {
    return {
      state: 'unavailable',
      why: 'It needs Node.js with npm, which was not found on PATH. Install it from nodejs.org.',
    }
  }
  if (uvx)
    return { state: 'unavailable', why: 'It needs uv, which was not found on PATH. Install it from docs.astral.sh/uv.' }
  if (binary)
    return { state: 'unavailable', why: `There is no build of it for ${platformKey}.` }
  const noWay = agent.note ?? 'The registry lists no way to install it that Parley supports.'
  return {
    state: 'unavailable',
    why: known
      ? `${noWay} If you install it yourself so that "${known.command}" is on PATH, you can pick it here.`
      : noWay,
  }
}
