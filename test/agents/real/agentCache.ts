import type { RealAgent } from './realAgent'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import registry from '../../../resources/agents.json' with { type: 'json' }
import { besideBin } from './npmPackages'

/** Agents installed by Parley in one test are reused by later tests and runs. */
export const cache = resolve(import.meta.dirname, '../../../.cache/real-agents')

/** Finds the package from which an agent is installed, in the catalogue or the person's settings. */
export function findPackage({ id, own }: RealAgent): { readonly name: string, readonly version: string } {
  if (own) {
    const at = own.package.lastIndexOf('@')
    return { name: own.package.slice(0, at), version: own.package.slice(at + 1) }
  }
  const agent = registry.agents.find(agent => agent.id === id)
  if (agent?.distribution.npx === undefined || agent.version === undefined)
    throw new Error(`the catalogue has no package of ${id}`)
  return { name: agent.distribution.npx.package, version: agent.version }
}

/** Whether Parley has installed that version already. */
export function isInstalled(agent: RealAgent): boolean {
  return [agent.own?.package, agent.beside].every(spec => spec === undefined || existsSync(besideBin(spec)))
    && (agent.own !== undefined || existsSync(join(cache, agent.id, findPackage(agent).version)))
}

/** Shares installed agents with a data folder. */
export function shareInstalled(dataFolder: string): void {
  mkdirSync(cache, { recursive: true })
  symlinkSync(cache, join(dataFolder, 'agents'), 'junction')
}
