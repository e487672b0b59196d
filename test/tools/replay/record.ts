import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadEvent } from '../../../src/shared/thread/events'
// npm run record -- NAME [--agent "Name in the list"] [--settings FILE] [--installed DIR] [--path PATH=NAME]...
// PROMPT... npm run record -- NAME --bundle FILE [--path PATH=NAME]... The second makes the fixture of an exported
// bundle instead. Drives an agent through the real host and writes what the log holds to
// test/fixtures/transcripts/NAME.jsonl. Permission requests are answered with their first "allow once". Paths, ids and
// times are made the same on every machine; --installed holds agents of the catalogue that Parley has installed; --path
// names further paths of this one. {workspace} in a prompt is the folder that the agent works in.
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openHost } from '../../../src/main/host/host'
import { parseBundle } from '../../../src/shared/bundle/parseBundle'
import { connectHost } from '../../../src/shared/rpc'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { openPermissions } from '../../../src/shared/thread/selectors'
import { channelPair } from '../../support/channelPair'
import { stable } from './stable'

const {
  values: { agent: agentName = 'Demo agent', settings, installed, bundle: bundlePath, path: paths = [] },
  positionals: [name, ...prompts],
} = parseArgs({
  allowPositionals: true,
  options: {
    agent: { type: 'string' },
    settings: { type: 'string' },
    installed: { type: 'string' },
    bundle: { type: 'string' },
    path: { type: 'string', multiple: true },
  },
})
if (name === undefined || (prompts.length === 0) === (bundlePath === undefined)) {
  console.error(
    `Usage: npm run record -- NAME [--agent AGENT] [--settings FILE] [--installed DIR] [--path PATH=NAME]... PROMPT...
       npm run record -- NAME --bundle FILE [--path PATH=NAME]...`,
  )
  process.exit(2)
}
const named = Object.fromEntries(paths.map(path => path.split('=')))
if (bundlePath !== undefined) {
  const { events, thread } = parseBundle(await readFile(bundlePath, 'utf8'))
  await writeFixture(events, { [thread.folder]: '/workspace', ...named })
  process.exit(0)
}

const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'parley-record-')))
const workspace = await realpath(await mkdtemp(join(tmpdir(), 'parley-workspace-')))
if (settings !== undefined)
  await cp(settings, join(dataFolder, 'settings.json'))
if (installed !== undefined)
  await symlink(resolve(installed), join(dataFolder, 'agents'), 'junction')
await writeFile(join(workspace, 'notes.txt'), 'first line\nsecond line\n')

const host = await openHost({
  dataFolder,
  version: '0.0.0',
  platform: { shell: 'web', openExternal: () => Promise.resolve() },
  preselect: {},
  demoAgentPath: resolve('out/main/demoAgent.js'),
  ledgerPath: resolve('out/main/ledger.js'),
  environment: { ...process.env, DEMO_AGENT_STATE: join(dataFolder, 'demo-agent'), DEMO_AGENT_PACE_MS: '0' },
  report: error => console.error(error),
})
const pair = channelPair()
host.connect(pair.right)
const { host: client, on } = connectHost(pair.left)

const agent = (await client.listAgents({})).find(listing => listing.name === agentName)
if (!agent)
  throw new Error(`There is no agent "${agentName}"; give a settings.json that has it with --settings.`)
if (agent.state !== 'ready')
  throw new Error(`"${agentName}" cannot run: ${agent.state}. ${agent.why}`)
const { threadId } = await client.startThread({ agentId: agent.agentId, folder: workspace, command: agent.command })
let transcript = await client.openThread({ threadId })
const answered = new Set<string>()
on('threadEvents', ({ events }) => {
  transcript = reduce(transcript, events)
  for (const { request } of openPermissions(transcript)) {
    if (answered.has(request.requestId))
      continue
    answered.add(request.requestId)
    const option = request.options.find(option => option.kind === 'allow_once')
    client.answerPermission({ threadId, requestId: request.requestId, optionId: option?.optionId ?? null }).catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  }
})
for (const prompt of prompts) {
  await client.sendPrompt({ threadId, content: [text(prompt.replaceAll('{workspace}', workspace))] })
  while (transcript.head.turnOpen || transcript.entries.at(-1)?.kind !== 'turn-end')
    await new Promise(done => setTimeout(done, 20))
}
await host.dispose()

const events = await readLog(join(dataFolder, 'parley.db'), threadId)
await writeFixture(events, { [workspace]: '/workspace', [dataFolder]: '/data', ...named, [resolve('.')]: '/parley' })
await rm(dataFolder, { recursive: true, force: true })
await rm(workspace, { recursive: true, force: true })

async function writeFixture(events: readonly ThreadEvent[], replaced: Readonly<Record<string, string>>): Promise<void> {
  const lines = stable(events, replaced)
  const path = join('test/fixtures/transcripts', `${name}.jsonl`)
  await writeFile(path, lines.map(line => `${line}\n`).join(''))
  console.log(`${lines.length} events: ${path}`)
}

async function readLog(file: string, threadId: string): Promise<ThreadEvent[]> {
  const { openDatabase } = await import('../../../src/main/store/database')
  const { ThreadStore } = await import('../../../src/main/store/threadStore')
  const database = openDatabase(file)
  try {
    return new ThreadStore(database).readEvents(threadId, { afterSeq: 0 })
  }
  finally {
    database.close()
  }
}

/** The contract takes any block that has a type. */
function text(words: string): { type: string } {
  const block: ContentBlock = { type: 'text', text: words }
  return block
}
