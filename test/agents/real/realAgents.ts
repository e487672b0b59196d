import type { AgentPlace, RealAgent } from './realAgent'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { knownPrograms } from '../../../src/main/agents/catalogue/knownPrograms'
import { cache, findPackage } from './agentCache'
import { furtherAgents } from './furtherAgents'
import { packageFolder } from './npmPackages'
import { otherAgents } from './otherAgents'
import { usualAgents } from './usualAgents'

export const realAgents: readonly RealAgent[] = [...usualAgents, ...otherAgents, ...furtherAgents]

/** All agents are tested, in everything that they can do. */
export const areAllDriven = process.env.PARLEY_TEST_ALL_AGENTS !== undefined
const wanted = process.env.PARLEY_TEST_AGENT?.toLowerCase()

/** The agents to test: the usual ones, all with `--all`, or one by name. */
export const drivenAgents = (areAllDriven ? realAgents : usualAgents)
  .filter(({ name, shortName }) => wanted === undefined || [name.toLowerCase(), shortName.toLowerCase()].includes(wanted))

/** `--start`: starts installed agents like a person's own entry, instead of Parley's installation. */
export const startedBy = process.env.PARLEY_TEST_START as 'name' | 'npx' | 'node' | undefined // run.ts checks it

function ownEntry({ id }: RealAgent, agent: { readonly name: string, readonly folder: string }): object {
  const { command, args } = knownPrograms[id]!
  const bin = join(agent.folder, 'node_modules/.bin')
  switch (startedBy) {
    case 'npx': return { command: 'npx', args: ['--yes', agent.name, ...args] }
    case 'node': return { command: 'node', args: [realpathSync(join(bin, command)), ...args] }
    default: return { command: join(bin, command), args }
  }
}

/** Prepares the home folder for an agent. Returns the `settings.json` of its user. */
export function setUp(agent: RealAgent, place: AgentPlace): object {
  for (const [path, text] of Object.entries(agent.files?.(place) ?? {})) {
    mkdirSync(dirname(join(place.home, path)), { recursive: true })
    writeFileSync(join(place.home, path), text)
  }
  const preferences = {
    env: agent.env(place),
    ...(agent.defaultMode !== undefined && { default_mode: agent.defaultMode }),
    ...(agent.defaultOptions && { default_config_options: agent.defaultOptions }),
  }
  if (!agent.own && startedBy !== undefined) {
    const { name, version } = findPackage(agent)
    const entry = ownEntry(agent, { name, folder: join(cache, agent.id, version) })
    const env = { ...preferences.env, npm_config_cache: join(cache, 'npx') } // the home is the test's own
    return { agent_servers: { [agent.name]: { ...entry, ...preferences, env } } }
  }
  if (!agent.own)
    return { agent_defaults: { [`catalogue:${agent.id}`]: preferences } }
  const program = join(packageFolder(agent.own.package), agent.own.program)
  return { agent_servers: { [agent.name]: { command: process.execPath, args: [program], ...preferences } } }
}
