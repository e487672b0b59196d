// Before real agents are tested: exits 75 ("try again later") where one is still to be installed and no registry can be reached.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isInstalled, packageOf } from './agentCache'
import { realAgents } from './realAgents'

const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETWORK)\b/

const missing = realAgents.find(agent => !isInstalled(agent))
if (missing) {
  try {
    await promisify(execFile)('npm', ['view', packageOf(missing).name, 'version', '--fetch-retries=1', '--fetch-timeout=30000'], {
      timeout: 120_000,
    })
  }
  catch (error) {
    const { stderr = '' } = error as { stderr?: string } // what execFile throws
    const why = unreachable.exec(stderr)?.[0]
    // Anything else is for Parley's own installer to tell, in its words.
    if (why !== undefined) {
      console.error(`Real agents were not tested: the npm registry cannot be reached (${why})`)
      process.exit(75)
    }
  }
}
