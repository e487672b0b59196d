// npm run record:data -- NAME
// Uses Parley like a person, kills it during a decision, and packs the data folder as the fixture NAME.
// Linux only; takes half a minute, because Parley makes no backup earlier.
// Then: npx vitest run test/host/recordedData.test.ts -u
import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Rule } from '../../../src/shared/settings/rules'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildHost } from '../../support/buildHost'
import { EditedFile } from '../../support/editedFile'
import { TestThread } from '../../support/testThread'
import { HostProcess } from '../crash/hostProcess'
import { pack, recordedAt, recordings } from './recordedFolder'

/** Enough files that Parley can be killed while it decides about them. */
const manyFiles = 150
const agentsUsed = [
  'hostile/puppet',
  'scripted/changesFiles',
  'scripted/forkingAgent',
  'scripted/optionsAgent',
  'scripted/wantsKey',
  'scripted/wire',
]

type Connection = Awaited<HostProcess['connected']>

const name = process.argv[2]
if (name === undefined || existsSync(recordedAt)) {
  console.error(`Usage: npm run record:data -- NAME. "${recordedAt}" must not exist.`)
  process.exit(2)
}
const program = await buildHost()
try {
  writeFolders()
  await useForAWhile()
  put('review/outside.txt', 'written while Parley was closed\n')
  await useUntilKilled()
  mkdirSync(recordings, { recursive: true })
  await pack(join(recordings, `${name}.tar.gz`))
}
finally {
  rmSync(recordedAt, { recursive: true, force: true })
  rmSync(program, { recursive: true, force: true })
}

function at(path: string): string {
  return join(recordedAt, path)
}

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
}

function openHost(): HostProcess {
  const env = { DEMO_AGENT_STATE: at('data/demo-agent'), DEMO_AGENT_PACE_MS: '0', GIT_TEMPLATE_DIR: '' }
  return new HostProcess({ program, dataFolder: at('data'), env })
}

/** Closes Parley like a person. */
async function close({ pid }: HostProcess): Promise<void> {
  process.kill(pid, 'SIGTERM')
  while (existsSync(`/proc/${pid}`))
    await pause(20)
}

/** Writes the state before Parley starts. */
function writeFolders(): void {
  for (const agent of agentsUsed)
    cpSync(join(import.meta.dirname, '../../agents', `${agent}.ts`), at(`agents/${agent}.ts`))
  put('agents/package.json', '{ "type": "module" }\n')
  symlinkSync(process.execPath, at('agents/node'))

  put('project/README.md', '# Project\n\nA kingfisher lives here.\n')
  put('project/windows.txt', 'one\r\ntwo\r\nthree\r\n')
  put('project/latin.txt', Buffer.from('gr\u00FCn\nblau\n', 'latin1'))
  put('project/marked.txt', '\uFEFFone\ntwo\n')
  put('project/both.txt', 'one\ntwo\nthree\n')
  put('library/index.txt', 'A book\n')
  put('outside/notes.md', 'Notes outside\n')
  put('rules/check.sh', 'echo checked\n')
  put('rules/lasting.sh', 'echo lasting\n')
  for (const file of ['keep', 'reject', 'pending'])
    put(`review/${file}.txt`, 'before\n')
  put('review/old.txt', 'old\n')
  put('review/outside.txt', 'outside\n')
  put('review/large.txt', 'a line of a file that is too large to be packed with others\n'.repeat(20_000))
  put('review/shared.txt', 'one\ntwo\nthree\n')
  put('review/hunks.txt', 'alpha\nbravo\ncharlie\ndelta\necho\nfoxtrot\ngolf\nhotel\nindia\njuliett\nkilo\nlima\n')
  put('restored/notes.txt', 'notes\n')
  put('many/notes.txt', 'notes\n')
  put('data/settings.json', `// Written by hand.\n${JSON.stringify(writtenSettings(), undefined, 2)}\n`)
}

function writtenSettings(): object {
  const agent = (name: string): object => ({
    command: at('agents/node'),
    args: [at(`agents/${name}.ts`)],
    env: { NODE_NO_WARNINGS: '1' },
  })
  return {
    agent_servers: {
      Puppet: agent('hostile/puppet'),
      Changer: agent('scripted/changesFiles'),
      Forking: { ...agent('scripted/forkingAgent'), experimental: { fork: true } },
      Options: { ...agent('scripted/optionsAgent'), default_mode: 'plan', default_config_options: { verbose: true } },
      Key: agent('scripted/wantsKey'),
      Stranger: agent('scripted/wantsKey'),
    },
    mcp_servers: {
      remote: { type: 'http', url: 'https://mcp.example/mcp', headers: { 'X-Team': 'parley' }, agents: ['Options'] },
    },
    hidden_agents: ['goose'],
    sandboxed_folders: { [at('library')]: { network: false, write: [] } },
    editor: 'vscode',
    idle_minutes: 45,
    of_a_newer_parley: { kept: true },
  }
}

async function useForAWhile(): Promise<void> {
  const host = openHost()
  const connection = await host.connected
  await choose(connection)
  await takeTour(connection)
  await useAgents(connection)
  await useRules(connection)
  await review(connection)
  await edit(connection)
  await draft(connection)
  await arrange(connection)
  await queue(connection)
  while (!globSync('parley.db.backup-*', { cwd: at('data') }).some(copy => !copy.endsWith('.part')))
    await pause(200)
  await close(host)
}

/** Starts a thread that a window shows, and gives it a title. */
async function start(
  connection: Connection,
  title: string,
  { agent = 'Demo agent', folder, ...more }: { agent?: string, folder?: string, additionalFolders?: string[] },
): Promise<TestThread> {
  const { host } = connection
  const { agentId, command } = (await host.listAgents({})).find(({ name }) => name === agent)!
  const { threadId } = await host.startThread({ agentId, command, folder: folder && at(folder), ...more })
  return show(connection, title, threadId)
}

async function show(connection: Connection, title: string, threadId: string): Promise<TestThread> {
  await connection.host.lookAt({ threadId, isInFront: true })
  await connection.host.renameThread({ threadId, title })
  return TestThread.open(connection, threadId)
}

async function choose({ host }: Connection): Promise<void> {
  await host.setPreference({ key: 'appearance.theme', value: 'dark' })
  await host.setPreference({ key: 'appearance.text_size', value: 15 })
  await host.setPreference({ key: 'notifications.ended', value: false })
  await host.setReadOnlyCommands({ isOn: true })
  await host.saveMcpServer({
    form: {
      name: 'local',
      type: 'stdio',
      command: 'mcp-server',
      args: ['--stdio'],
      url: '',
      agents: ['Options'],
      folders: [],
      fields: [
        { kind: 'secret', name: 'TOKEN', value: 'secret-of-the-server' },
        { kind: 'plain', name: 'LEVEL', value: '3' },
      ],
    },
  })
  await host.saveLastChoice({ name: 'lastAgent', text: 'settings:Puppet' })
  await host.saveLastChoice({ name: 'lastFolder', text: at('project') })
  await host.saveLastChoice({ name: 'threadGrouping', text: 'state' })
}

/** Lets the Demo agent show everything, exports that as a bundle, and branches it. */
async function takeTour(connection: Connection): Promise<void> {
  const { host } = connection
  const tour = await start(connection, 'Tour', { folder: 'project' })
  const prompts = [
    'hello kingfisher',
    'think',
    'markdown',
    'unicode',
    'plan Ship it',
    'write hello.txt Good morning',
    'edit hello.txt morning -> evening',
    'run git init -q',
    'coloured',
    'failing',
    'image',
    'links',
    'resource',
    'diff',
    'usage',
    'notice',
    'tools',
    'unknown',
    'error',
    'refuse',
    'silence',
  ]
  for (const prompt of prompts)
    await tour.ask(prompt)
  await tour.ask('permission', { answer: 'yes-always' })
  await tour.ask('permission', { answer: 'no' })
  const formEnds = tour.ask('form')
  const content = { name: 'Ada', days: 2, pace: 'fast', dog: true, snacks: ['apples'] }
  await tour.answerElicitation({ action: 'accept', content })
  await formEnds
  await tour.send('hang')
  await tour.until(() => tour.text.includes('I say nothing more'))
  await tour.cancel()
  await tour.turnEnd()
  const { threadId } = tour
  await host.exportBundle({ threadId, withContents: true })

  const { promptId } = tour.of('user')[1]!
  const branched = await host.branchThread({ threadId, promptId: promptId!, content: [text('plan Ship it later')] })
  const branch = await show(connection, 'Branch', branched.threadId)
  await branch.until(() => branch.turnEnds.length === 2)
}

/** Uses agents that fork, have options, need a key or accept pictures. */
async function useAgents(connection: Connection): Promise<void> {
  const { host } = connection
  const additionalFolders = [at('library')]
  const original = await start(connection, 'Original', { agent: 'Forking', folder: 'project', additionalFolders })
  await original.ask('one')
  await original.ask('two')
  const { threadId } = await host.forkThread({ threadId: original.threadId })
  const fork = await show(connection, 'Fork', threadId)
  await fork.until(() => fork.transcript.head.commands.some(({ name }) => name === 'after-the-replay'))
  await fork.ask('three')

  const options = await start(connection, 'Options', { agent: 'Options', folder: 'project' })
  await options.until(() => options.summary.activity.state === 'ready')
  await host.setConfigOption({ threadId: options.threadId, configId: 'model', value: 'big' })
  await options.ask('options')
  await options.ask('servers')

  const key = await start(connection, 'Key', { agent: 'Key', folder: 'project' })
  await key.until(() => key.summary.activity.state === 'sign-in')
  const keys = { TEST_API_KEY: 'secret-of-the-agent' }
  await host.signInByKey({ threadId: key.threadId, methodId: 'declared', keys })
  await key.ask('hello')
  const stranger = await start(connection, 'Stranger', { agent: 'Stranger', folder: 'project' })
  await stranger.until(() => stranger.summary.activity.state === 'sign-in')

  // Long enough to be stored apart from the log.
  const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(2_000) }
  const pictures = await start(connection, 'Pictures', { folder: 'project' })
  await pictures.ask([text('hello'), image])
  await pictures.ask([text('hello again'), image])
}

async function useRules(connection: Connection): Promise<void> {
  const written: Rule[] = [
    { effect: 'allow', command: 'sh check.sh' },
    { effect: 'allow', command: 'touch *', agentId: 'settings:Puppet' },
    { effect: 'ask', command: 'git push *' },
    { effect: 'deny', command: 'rm *' },
    { effect: 'deny', toolKind: 'edit', path: 'kept/**', folder: at('rules') },
  ]
  for (const rule of written)
    await connection.host.saveRule({ rule })
  const thread = await start(connection, 'Rules', { agent: 'Puppet', folder: 'rules' })
  const run = (command: string): unknown => ({ ask: ['terminal/create', { command }] })
  const play = async (answer: string, ...steps: unknown[]): Promise<void> =>
    void await thread.ask(JSON.stringify(steps), { answer })

  await play('none', run('sh check.sh'), run('touch made'), run('rm -rf made'))
  await play('deny', run('git push origin'), run('sh other.sh'))
  await play('none', { ask: ['fs/write_text_file', { path: at('rules/kept/a.txt'), content: 'a' }] })
  put('rules/check.sh', 'echo checked again\n')
  await play('allow_once', run('sh check.sh'))
  await play('allow_folder', run('sh lasting.sh'), { ask: ['fs/read_text_file', { path: at('outside/notes.md') }] })
  await play('none', run('sh lasting.sh'))
}

/** Keeps, rejects (in part, as a whole, many at once), restores and comments on changes, and leaves some pending. */
async function review(connection: Connection): Promise<void> {
  const { host } = connection
  const thread = await start(connection, 'Review', { folder: 'review' })
  const { threadId } = thread
  const edits = [
    'keep.txt before -> after',
    'reject.txt before -> after',
    'pending.txt before -> after',
    'shared.txt one -> ONE',
    'hunks.txt bravo -> BRAVO',
    'hunks.txt kilo -> KILO',
  ]
  for (const edit of edits)
    await thread.ask(`edit ${edit}`)
  await thread.ask('run echo made > made.txt; rm old.txt; echo more >> large.txt')
  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  const shared = { threadId, path: at('review/shared.txt') }
  const file = await EditedFile.open(connection, shared)
  file.type('three', 'THREE')
  await file.push()
  await host.saveBuffer(shared)
  await host.closeBuffer(shared)
  const decide = async (act: 'keep' | 'reject', name: string, hunks?: number[]): Promise<void> => {
    const path = at(`review/${name}`)
    const { baseline, current } = await host.readChange({ threadId, path })
    await host.decideChanges({ threadId, act, files: [{ path, baseline, current, hunks }] })
  }
  await decide('keep', 'keep.txt')
  await decide('keep', 'hunks.txt', [0])
  await decide('reject', 'reject.txt')
  const path = at('review/pending.txt')
  const comment = { id: 'comment', path, line: 1, isRemoved: false, quote: 'after', text: 'Why after?' }
  await host.saveDraft({ threadId, comments: [comment] })

  const restored = await start(connection, 'Restored', { folder: 'restored' })
  for (const prompt of ['write page.txt first', 'edit page.txt first -> second', 'write extra.txt more'])
    await restored.ask(prompt)
  const before = { threadId: restored.threadId, promptId: restored.of('user')[1]!.promptId! }
  const steps = await host.previewRestore(before)
  await host.restoreFiles({ ...before, files: steps.map(({ path, current }) => ({ path, current })) })

  const many = await start(connection, 'Half done', { agent: 'Changer', folder: 'many' })
  await many.ask(`run for i in $(seq ${manyFiles}); do echo $i > file-$i.txt; done`)
  await many.until(() => many.turnEnds.at(-1)?.changes !== undefined)
}

/** Types into files without saving. */
async function edit(connection: Connection): Promise<void> {
  const thread = await start(connection, 'Editor', { agent: 'Changer', folder: 'project' })
  const { threadId } = thread
  const type = async (name: string, over: string, text: string): Promise<EditedFile> => {
    const file = await EditedFile.open(connection, { threadId, path: at(`project/${name}`) })
    file.type(over, text)
    await file.push()
    return file
  }
  await type('windows.txt', 'two', 'TWO\nand a half')
  await type('latin.txt', 'blau', 'bl\u00E5')
  await type('marked.txt', 'two', 'zw\u00F6lf')
  const both = await type('both.txt', 'two', 'mine')
  await thread.ask('edit both.txt two theirs')
  await thread.until(() => both.state.conflict !== undefined)
  const shown = JSON.stringify([at('project/windows.txt')])
  await connection.host.saveLastChoice({ name: `files.${threadId}`, text: shown })
}

async function draft(connection: Connection): Promise<void> {
  const { host } = connection
  const { threadId } = await start(connection, 'Draft', { folder: 'project' })
  const data = Buffer.from('from the clipboard').toString('base64')
  const { uri } = await host.keepAttachment({ threadId, name: 'photo.txt', data })
  const photo = { type: 'resource_link', uri, name: 'photo.txt' }
  const readme = { uri: `file://${at('project/README.md')}`, text: '# Project' }
  await host.saveDraft({
    threadId,
    text: 'Not sent yet,\nand not done.',
    attachments: [
      { id: 'a', name: 'photo.txt', size: 18, content: photo, lent: 'copy' },
      { id: 'b', name: 'README.md', size: 9, content: { type: 'resource', resource: readme } },
    ],
  })
}

/** Leaves a thread in each place of the list. */
async function arrange(connection: Connection): Promise<void> {
  const { host } = connection
  const scratch = await start(connection, 'Scratch', {})
  await scratch.ask('write note.txt A note')
  const archived = await start(connection, 'Archived', { folder: 'project' })
  await archived.ask('hello')
  await host.arrangeThread({ threadId: archived.threadId, isArchived: true })
  const pinned = await start(connection, 'Pinned', { folder: 'project' })
  await pinned.ask('hello heron')
  await host.arrangeThread({ threadId: pinned.threadId, isPinned: true })
  const unseen = await start(connection, 'Unseen', { folder: 'project' })
  const deleted = await start(connection, 'Deleted', { folder: 'project' })
  await unseen.ask('hello')
  await deleted.ask('hello cormorant')
}

/** Queues messages in a turn in which Parley is closed. */
async function queue(connection: Connection): Promise<void> {
  const { host } = connection
  const thread = await start(connection, 'Queue', { folder: 'project' })
  const { threadId } = thread
  await thread.send('write queued.txt one')
  await thread.permission()
  for (const words of ['hello first', 'hello held', 'hello last'])
    await host.queuePrompt({ threadId, content: [text(words)] })
  await thread.until(() => thread.transcript.head.queue?.messages.length === 3)
  const { messageId } = thread.transcript.head.queue!.messages[1]!
  await host.changeQueued({ threadId, messageId, isHeld: true })
  const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
  await host.queuePrompt({ threadId, content: [text('hello picture'), image] })
}

/** Kills Parley while files are rejected, a question is open, and a thread has just been deleted. */
async function useUntilKilled(): Promise<void> {
  const parley = openHost()
  const connection = await parley.connected
  const { host } = connection
  const threads = await host.listThreads({})
  const idOf = (title: string): string => threads.find(thread => thread.title === title)!.threadId
  const interrupted = await start(connection, 'Interrupted', { folder: 'project' })
  await interrupted.send('permission')
  await interrupted.permission()
  await host.deleteThreadSoon({ threadId: idOf('Deleted') })
  const threadId = idOf('Half done')
  const { pending } = await host.listChanges({ threadId })
  if (pending !== manyFiles)
    throw new Error(`${pending} files wait for a decision, not ${manyFiles}`)
  const files = await host.previewReject({ threadId })
  host.decideChanges({ threadId, act: 'reject', files }).catch(() => undefined) // ends with the host
  const filesLeft = (): number => readdirSync(at('many')).length - 1
  while (filesLeft() > manyFiles * 0.7)
    await new Promise(setImmediate)
  await parley.kill()
  if (filesLeft() === 0)
    throw new Error('The decision was carried out before Parley could be killed. Record again.')
  console.log(`Killed with ${filesLeft()} of ${manyFiles} files left.`)
}

function text(words: string): Extract<ContentBlock, { type: 'text' }> {
  return { type: 'text', text: words }
}
