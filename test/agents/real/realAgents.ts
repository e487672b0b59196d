import type { AgentPlace, RealAgent } from './realAgent'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { furtherAgents } from './furtherAgents'
import { packageFolder } from './npmPackages'
import { otherAgents } from './otherAgents'
import { usualAgents } from './usualAgents'

export const realAgents: readonly RealAgent[] = [...usualAgents, ...otherAgents, ...furtherAgents]

/** Every agent is driven, not only the usual ones, and everything that they can do. */
export const areAllDriven = process.env.PARLEY_TEST_ALL_AGENTS !== undefined
const wanted = process.env.PARLEY_TEST_AGENT?.toLowerCase()

/** The agents that the tests drive: the usual ones, all where that was asked for, or one by its name. */
export const drivenAgents = (areAllDriven ? realAgents : usualAgents)
  .filter(({ name, shortName }) => wanted === undefined || [name.toLowerCase(), shortName.toLowerCase()].includes(wanted))

/** Readies the home for an agent. Answers with the `settings.json` of a person who uses it. */
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
  if (!agent.own)
    return { agent_defaults: { [`catalogue:${agent.id}`]: preferences } }
  const program = join(packageFolder(agent.own.package), agent.own.program)
  return { agent_servers: { [agent.name]: { command: process.execPath, args: [program], ...preferences } } }
}
