// A host with one page, flooded by one agent. Prints its memory as JSON lines, once a second until the turn ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHost } from '../../src/main/host/host'
import { connectHost } from '../../src/shared/rpc'
import { channelPair } from '../support/channelPair'

/** One line: the memory, and the number of updates received so far. */
export interface FloodSample {
  readonly second: number
  readonly megabytes: number
  readonly updates: number
}

const folder = mkdtempSync(join(tmpdir(), 'parley-flood-'))
const [seconds, kind] = process.argv.slice(2)
const agent = {
  command: process.execPath,
  args: [join(import.meta.dirname, '../agents/hostile/wire/pacedFlood.ts')],
  env: { NODE_NO_WARNINGS: '1', SECONDS: seconds!, ...(kind === 'mixed' && { MIXED: '1' }) },
}
mkdirSync(join(folder, 'data'))
writeFileSync(join(folder, 'data/settings.json'), JSON.stringify({ agent_servers: { Flood: agent }, record_changes: false }))
const workspace = join(folder, 'workspace')
mkdirSync(workspace)
const host = await openHost({
  dataFolder: join(folder, 'data'),
  version: '0.0.0',
  platform: { shell: 'web', openExternal: () => Promise.resolve() },
  preselect: {},
  demoAgentPath: '',
  ledgerPath: '',
  environment: process.env,
  report: error => console.error(error),
})
const { left, right } = channelPair()
host.connect(right)
const page = connectHost(left)

const flood = (await page.host.listAgents({})).find(({ name }) => name === 'Flood')!
const { threadId } = await page.host.startThread({ agentId: flood.agentId, folder: workspace, command: flood.command })
let [characters, isOver] = [0, false]
page.on('threadEvents', ({ events }) => {
  for (const event of events) {
    if (event.type === 'update' && event.update.sessionUpdate === 'agent_message_chunk' && event.update.content.type === 'text')
      characters += event.update.content.text.length
    isOver ||= event.type === 'turnEnd'
  }
})
await page.host.openThread({ threadId })
await page.host.sendPrompt({ threadId, content: [{ type: 'text', text: 'go' }] })
const words = (kind === 'mixed' ? 0.9 : 1) * 'word '.length
function sample(second: number): void {
  return console.log(
    JSON.stringify({
      second,
      megabytes: Math.round(process.memoryUsage.rss() / 1024 / 1024),
      updates: Math.round(characters / words),
    } satisfies FloodSample),
  )
}
for (let second = 0; !isOver; second++) {
  sample(second)
  await new Promise(resolve => setTimeout(resolve, 1000))
}
await host.dispose()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
