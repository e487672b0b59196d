import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findPackage, isInstalled } from './agentCache'
import { drivenAgents } from './realAgents'

const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETWORK)\b/

/**
 * Returns why no registry is reachable although an agent must be installed; `undefined` if the tests can begin.
 */
export async function reachRegistry(): Promise<string | undefined> {
  const missing = drivenAgents.find(agent => !isInstalled(agent))
  if (missing === undefined)
    return undefined
  try {
    await promisify(execFile)('npm', ['view', findPackage(missing).name, 'version', '--fetch-retries=1', '--fetch-timeout=30000'], {
      timeout: 120_000,
    })
    return undefined
  }
  catch (error) {
    const { stderr = '' } = error as { stderr?: string } // what execFile throws
    // Parley's own installer reports anything else.
    return unreachable.exec(stderr)?.[0]
  }
}
