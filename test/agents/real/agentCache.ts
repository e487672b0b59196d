import type { RealAgent } from './realAgents'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import registry from '../../../resources/agents.json' with { type: 'json' }

/** What Parley has installed in one test is there in the next one, and in the next run. */
export const cache = resolve(import.meta.dirname, '../../../.cache/real-agents')

/** The package of the catalogue that an agent is installed from. */
export function packageOf({ id }: RealAgent): { readonly name: string, readonly version: string } {
  const agent = registry.agents.find(agent => agent.id === id)
  if (agent?.distribution.npx === undefined || agent.version === undefined)
    throw new Error(`the catalogue has no package of ${id}`)
  return { name: agent.distribution.npx.package, version: agent.version }
}

/** Whether Parley has installed that version already. */
export function isInstalled(agent: RealAgent): boolean {
  return existsSync(join(cache, agent.id, packageOf(agent).version))
}

/** Lets a data folder share what was installed. */
export function shareInstalled(dataFolder: string): void {
  mkdirSync(cache, { recursive: true })
  symlinkSync(cache, join(dataFolder, 'agents'), 'junction')
}
