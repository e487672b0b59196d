// Installs the real agents before their tests. Exits 75 ("try again later") where no registry can be reached, 1 where it refuses.
import { installAgent, realAgents } from './realAgents'

const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETWORK)\b/

for (const agent of realAgents) {
  try {
    await installAgent(agent)
    console.log(`${agent.package} is installed.`)
  }
  catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string } // what execFile throws
    const why = unreachable.exec(stderr)?.[0]
    if (why === undefined)
      console.error(stderr)
    console.error(`Real agents were not tested: ${why === undefined ? `${agent.package} could not be installed: ${stderr.split('\n')[0] || message}` : `the npm registry cannot be reached (${why})`}`)
    process.exit(why === undefined ? 1 : 75)
  }
}
