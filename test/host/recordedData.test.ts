// The person's view of a data folder from an earlier version. Expectations describe what is shown, and change only if a
// version removes something from users, with the reason.
import type { Transcript } from '../../src/shared/thread/transcript'
import type { TestThread } from '../support/testThread'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseBundle } from '../../src/shared/bundle/parseBundle'
import { isByAgent } from '../../src/shared/changes/change'
import { reduce } from '../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../src/shared/thread/transcript'
import { EditedFile } from '../support/editedFile'
import { formatTranscript } from '../support/formatTranscript'
import { openTestHost, type TestHost } from '../support/testHost'
import { recordedAt, recordings, unpack } from '../tools/recordedData/recordedFolder'

const names = globSync('*.tar.gz', { cwd: recordings }).map(file => basename(file, '.tar.gz'))

const largeText = 'a line of a file that is too large to be packed with others\n'.repeat(20_000)

// Recorded on Linux: its paths have no drive.
describe.skipIf(process.platform === 'win32').each(names)('the data folder recorded as %s', (name) => {
  let root = ''
  let host: TestHost

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-unpacked-')))
    await unpack(join(recordings, `${name}.tar.gz`), root)
    host = await openTestHost({ dataFolder: at('data'), workspace: at('project') })
    return async () => {
      await host.end()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  it('has every thread in its place, and no problems', async () => {
    const threads = (await host.client.listThreads({})).sort((one, other) => other.rank - one.rank)
    const shown = threads.map(({ title, agentName, folder, additionalFolders, activity, ...thread }) => {
      const folders = thread.isScratch ? ['scratch'] : [folder, ...additionalFolders].map(path => basename(path))
      const states = [
        activity.state,
        thread.unread,
        thread.isPinned && 'pinned',
        thread.isArchived && 'archived',
        thread.isQueuePaused && 'paused',
      ]
      return [title, agentName, folders.join('+'), ...states.filter(Boolean)].join(', ')
    })
    expect(shown).toEqual([
      'Interrupted, Demo agent, project, asleep, interrupted',
      'Queue, Demo agent, project, asleep, interrupted, paused',
      'Unseen, Demo agent, project, asleep, ended',
      'Pinned, Demo agent, project, asleep, pinned',
      'Archived, Demo agent, project, asleep, archived',
      'Scratch, Demo agent, scratch, asleep',
      'Draft, Demo agent, project, asleep',
      'Editor, Changer, project, asleep',
      'Half done, Changer, many, asleep',
      'Restored, Demo agent, restored, asleep',
      'Review, Demo agent, review, asleep',
      'Rules, Puppet, rules, asleep',
      'Pictures, Demo agent, project, asleep',
      'Stranger, Stranger, project, asleep',
      'Key, Key, project, asleep',
      'Options, Options, project, asleep',
      'Fork, Forking, project+library, asleep',
      'Original, Forking, project+library, asleep',
      'Branch, Demo agent, project, asleep',
      'Tour, Demo agent, project, asleep',
    ])
    expect(await host.client.hello({})).toMatchObject({ problems: [], settingsFaults: [] })
  })

  it('shows every transcript', async () => {
    for (const { threadId, title } of await host.client.listThreads({}))
      await expect(asRecorded(formatTranscript(await wholeTranscript(threadId)))).toMatchFileSnapshot(golden(title))
  })

  it('has the pictures of messages, and the output of terminals', async () => {
    const pictures = (await open('Pictures')).of('user').map(({ content }) => content[1])
    const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo'.repeat(2_000) }
    expect(pictures).toEqual([image, image])
    const threadId = await idOf('Tour')
    const { entries } = await wholeTranscript(threadId)
    const terminalIds = entries.flatMap(entry => entry.kind === 'tool' ? entry.terminalIds : [])
    expect(await Promise.all(terminalIds.map(terminalId => host.client.openTerminal({ threadId, terminalId }))))
      .toMatchObject([
        { commandLine: 'git init -q', exit: { exitCode: 0 } },
        { output: expect.stringContaining('\x1B[1;31mred\x1B[0m') as string, exit: { exitCode: 0 } },
        { output: 'Looking for the answer\r\nIt is not here\r\n', exit: { exitCode: 3 } },
      ])
  })

  it('finds text in threads, but not in a deleted one', async () => {
    const titles = new Map((await host.client.listThreads({})).map(({ threadId, title }) => [threadId, title]))
    const found = async (search: string): Promise<(string | undefined)[]> => {
      await expect.poll(async () => (await host.client.searchThreads({ search, limit: 10 })).isIndexing).toBe(false)
      const { threads } = await host.client.searchThreads({ search, limit: 10 })
      return threads.map(({ threadId }) => titles.get(threadId) ?? threadId).sort()
    }
    expect(await found('heron')).toEqual(['Pinned'])
    expect(await found('kingfisher')).toEqual(['Branch', 'Tour'])
    expect(await found('cormorant')).toEqual([])
  })

  it('opens an exported bundle', async () => {
    const [file] = globSync('data/exports/tour-*.json', { cwd: root })
    const { thread, events, terminals } = parseBundle(read(file!))
    expect([thread.title, terminals.length]).toEqual(['Tour', 3])
    const transcript = reduce(emptyTranscript, events)
    await expect(asRecorded(formatTranscript(transcript))).toMatchFileSnapshot(golden('tour bundle'))
  })

  it('has the drafts with their attachments and comments', async () => {
    const draft = await host.client.readDraft({ threadId: await idOf('Draft') })
    expect(draft).toMatchObject({
      text: 'Not sent yet,\nand not done.',
      attachments: [
        { name: 'photo.txt', lent: 'copy' },
        { name: 'README.md', content: { resource: { uri: `file://${at('project/README.md')}`, text: '# Project' } } },
      ],
    })
    const { uri } = draft!.attachments[0]!.content as unknown as { uri: string }
    expect(readFileSync(fileURLToPath(uri), 'utf8')).toBe('from the clipboard')
    expect((await host.client.readDraft({ threadId: await idOf('Review') }))?.comments)
      .toMatchObject([{ path: at('review/pending.txt'), line: 1, quote: 'after', text: 'Why after?' }])
  })

  it('has the queue, and sends it when the person resumes', async () => {
    const thread = await open('Queue')
    const waiting = (): string[] => (thread.transcript.head.queue?.messages ?? []).map(({ content, isHeld }) => {
      const words = content.map(block => block.type === 'text' ? block.text : block.type)
      return [...words, ...isHeld ? ['(held)'] : []].join(' ')
    })
    expect(waiting()).toEqual(['hello first', 'hello held (held)', 'hello last', 'hello picture image'])
    expect(thread.transcript.head.queue?.paused).toEqual({ why: 'closed' })
    await host.client.resumeQueue({ threadId: thread.threadId })
    await thread.until(() => thread.turnEnds.length === 4)
    expect(waiting()).toEqual(['hello held (held)'])
  })

  it('has unsaved text, and saves it in the encoding and with the line endings of its file', async () => {
    const threadId = await idOf('Editor')
    const paths = ['both', 'latin', 'marked', 'windows'].map(file => at(`project/${file}.txt`))
    expect(await host.client.unsavedFiles({})).toEqual(paths.map(path => ({ path, threadId })))
    const [, ...files] = await Promise.all(paths.map(path => EditedFile.open(host.connection, { threadId, path })))
    expect(files.map(({ text }) => text)).toEqual(['grün\nblå\n', 'one\nzwölf\n', 'one\nTWO\nand a half\nthree\n'])
    expect(files.map(({ state }) => state)).toMatchObject([
      { isUnsaved: true, encoding: 'latin1', lineEnding: 'lf' },
      { isUnsaved: true, encoding: 'utf-8-bom', lineEnding: 'lf' },
      { isUnsaved: true, encoding: 'utf-8', lineEnding: 'crlf' },
    ])
    for (const path of paths.slice(1))
      expect(await host.client.saveBuffer({ threadId, path })).toEqual({ outcome: 'saved' })
    expect(readFileSync(at('project/latin.txt'), 'latin1')).toBe('grün\nblå\n')
    expect(read('project/marked.txt')).toBe('\uFEFFone\nzwölf\n')
    expect(read('project/windows.txt')).toBe('one\r\nTWO\r\nand a half\r\nthree\r\n')
  })

  it('has unsaved text that conflicts with the file, until the person chooses', async () => {
    const place = { threadId: await idOf('Editor'), path: at('project/both.txt') }
    const file = await EditedFile.open(host.connection, place)
    const { conflict } = file.state
    expect(file.text).toBe('one\nmine\nthree\n')
    expect(conflict).toMatchObject({ by: { agentName: 'Changer' }, theirs: 'one\ntheirs\nthree\n' })
    await host.client.settleBuffer({ ...place, choice: 'merge', key: conflict!.key })
    await expect.poll(() => file.text)
      .toBe('one\n<<<<<<< You\nmine\n=======\ntheirs\n>>>>>>> Changer\nthree\n')
  })

  it('has the settings', async () => {
    const { client } = host
    const { preferences, sandboxes, unknownKeys } = await client.readSettings({})
    expect(preferences).toMatchObject({
      'appearance.theme': 'dark',
      'appearance.text_size': 15,
      'notifications.ended': false,
      'notifications.failed': true,
      'idle_minutes': 45,
    })
    expect(sandboxes).toEqual({ [at('library')]: { network: false, write: [] } })
    expect(unknownKeys).toEqual(['of_a_newer_parley'])
    expect(await client.readReadOnlyCommands({})).toBe('on')
    expect((await client.editors({})).chosen?.id).toBe('vscode')
    expect(read('data/settings.json')).toMatch(/^\/\/ Written by hand\.\n/)
  })

  it('has the agents with their options, and the last choices', async () => {
    const { client } = host
    const agents = await client.listAgents({})
    const own = agents.filter(({ source }) => source !== 'catalogue')
    expect(own.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'Puppet: ready',
      'Changer: ready',
      'Forking: ready',
      'Options: ready',
      'Key: ready',
      'Stranger: needs sign-in',
      'Demo agent: ready',
    ])
    expect(agents.filter(({ isHidden }) => isHidden).map(({ name }) => name)).toEqual(['goose'])
    expect(await client.readAgentSettings({ agentId: 'settings:Options' })).toMatchObject({
      defaultMode: 'plan',
      defaultConfigOptions: { verbose: true },
      offered: { modes: { availableModes: [{ id: 'ask' }, { id: 'act' }, { id: 'plan' }] } },
    })
    expect((await client.readAgentSettings({ agentId: 'settings:Forking' })).experiments).toEqual({ fork: true })
    expect(await client.readLastChoices({})).toEqual({
      lastAgent: 'settings:Puppet',
      lastFolder: at('project'),
      threadGrouping: 'state',
      [`files.${await idOf('Editor')}`]: JSON.stringify([at('project/windows.txt')]),
    })
  })

  it('has the secrets, and gives each to its agent or server', async () => {
    expect((await host.client.listMcpServers({})).servers).toMatchObject([
      { name: 'remote', type: 'http', url: 'https://mcp.example/mcp', agents: ['Options'] },
      {
        name: 'local',
        command: 'mcp-server',
        args: ['--stdio'],
        fields: [{ kind: 'secret', name: 'TOKEN', isStored: true }, { kind: 'plain', name: 'LEVEL', value: '3' }],
      },
    ])
    expect((await host.client.readAgentSettings({ agentId: 'settings:Key' })).keys).toEqual(['TEST_API_KEY'])
    const [key, options] = [await open('Key'), await open('Options')]
    await key.ask('hello')
    expect(lastSaid(key)).toBe('The key has 19 characters.')
    await options.ask('servers')
    expect(lastSaid(options)).toContain('"name":"TOKEN","value":"secret-of-the-server"')
  })

  it('continues conversations, with the options that the person set', async () => {
    const [demo, options, scratch] = [await open('Unseen'), await open('Options'), await open('Scratch')]
    expect((await demo.ask('hello')).end.reason).toBe('end_turn')
    expect(demo.of('notice')).toEqual([])
    await options.ask('options')
    expect(lastSaid(options)).toBe('{"model":"big","effort":"low","mode":"plan","isVerbose":true}')
    await scratch.ask('read note.txt')
    expect(lastSaid(scratch)).toContain('I have read `note.txt`: 1 line')
  })

  it('trusts an agent\'s command in the folders where the person did', async () => {
    const { agentId, command } = (await host.client.listAgents({})).find(({ name }) => name === 'Puppet')!
    expect(await host.client.isTrusted({ agentId, command, folder: at('rules') })).toBe(true)
    expect(await host.client.isTrusted({ agentId, command, folder: at('many') })).toBe(false)
  })

  it('lists the decisions', async () => {
    const decisions = await host.client.listDecisions({ threadId: await idOf('Rules'), limit: 100 })
    const shown = decisions.reverse().map(({ what, outcome, by }) => asRecorded(`${outcome} by ${by}: ${what}`))
    expect(shown.slice(0, 10)).toEqual([
      'allowed by rule: run this command: sh check.sh',
      'allowed by rule: run this command: touch made',
      'denied by rule: run this command: rm -rf made',
      'denied by person: run this command: git push origin',
      'denied by person: run this command: sh other.sh',
      `denied by rule: write this file outside the folder: ${recordedAt}/rules/kept/a.txt`,
      'allowed by person: run this command: sh check.sh',
      'allowed by person: run this command: sh lasting.sh',
      `allowed by person: read this file outside the folder: ${recordedAt}/outside/notes.md`,
      'allowed by remembered: run this command: sh lasting.sh',
    ])
  })

  it('applies the rules', async () => {
    const rules = await host.client.listWrittenRules({})
    expect(rules.map(({ ruleId, createdAt, words, ...rule }) => rule)).toEqual([
      { effect: 'allow', command: 'sh check.sh' },
      { effect: 'allow', command: 'touch *', agentId: 'settings:Puppet' },
      { effect: 'ask', command: 'git push *' },
      { effect: 'deny', command: 'rm *' },
      { effect: 'deny', toolKind: 'edit', path: 'kept/**', folder: at('rules') },
    ])
    const path = at('rules/kept/a.txt')
    const write = ['fs/write_text_file', { path, content: 'a' }]
    expect(await answersTo(run('touch more'), run('rm -rf more'), write, run('git push')))
      .toEqual(['allow_once by rule', 'deny by rule', 'deny by rule', 'deny by person'])
    await expect.poll(() => readdirSync(at('rules'))).toEqual(['check.sh', 'lasting.sh', 'made', 'more'])
  })

  it('applies a rule for a script that the person saw and allowed', async () => {
    expect(await answersTo(run('sh check.sh'))).toEqual(['allow_once by rule'])
  })

  it('explains an older rule once, when it first applies', async () => {
    await answersTo(run('sh check.sh'))
    const thread = await open('Rules')
    const told = thread.of('notice').map(({ notice }) => notice)
    const notices = told.flatMap(({ rule, description }) => rule && !rule.isAnswer ? [description] : [])
    expect(notices).toEqual([
      'Puppet may run `touch` with plain words (no options, nothing outside the folder) in any thread’s folder without asking.',
      'Every agent may run `sh check.sh` in any thread’s folder without asking.\nLets every agent run any code as you.',
    ])
  })

  it('does not ask about actions that are always allowed in this folder', async () => {
    expect((await host.client.listRules({})).map(({ agentName, folder, what }) => [agentName, folder, what])).toEqual([
      ['Puppet', at('rules'), 'Run sh lasting.sh'],
      ['Puppet', at('rules'), `Read ${at('outside/notes.md')}`],
    ])
    const thread = await open('Rules')
    expect(await answersTo(run('sh lasting.sh'), ['fs/read_text_file', { path: at('outside/notes.md') }])).toEqual([])
    expect(lastSaid(await open('Rules'))).toContain('fs/read_text_file: {"content":"Notes outside\\n"}')
    expect(await answersTo(run('sh lasting.sh'))).toEqual([])
    const told = (await open('Rules')).of('notice').flatMap(({ notice }) => notice.rule?.isAnswer ? [notice.description] : [])
    expect(told).toEqual([`Run sh lasting.sh, in ${at('rules')}\nLets Puppet run any code as you.`])
    expect(await answersTo(run('sh lasting.sh --more'))).toEqual(['deny by person'])
    expect(thread.turnEnds.at(-1)?.end.reason).toBe('end_turn')
  })

  it('lists the agent\'s changes for each turn', async () => {
    const turns = (await open('Review')).turnEnds.map(({ changes }) => changes!.files
      .filter(({ by }) => by.some(isByAgent))
      .map(({ path, kind, by }) => `${basename(path)} ${kind} by ${by.join()}`))
    expect(turns).toEqual([
      ['keep.txt changed by asked'],
      ['reject.txt changed by asked'],
      ['pending.txt changed by asked'],
      ['shared.txt changed by asked'],
      ['hunks.txt changed by asked'],
      ['hunks.txt changed by asked'],
      ['large.txt changed by command', 'made.txt added by command', 'old.txt deleted by command'],
    ])
  })

  it('lists pending and decided changes', async () => {
    const { files, undo } = await host.client.listChanges({ threadId: await idOf('Review') })
    // Unpacking touches all files; a large one then counts as changed outside, too.
    const authors = (by: readonly string[]): string => by.filter(author => author !== 'outside').join('+')
    expect(files.map(({ path, kind, by, state }) => `${basename(path)} ${kind} by ${authors(by)}: ${state}`)).toEqual([
      'hunks.txt changed by asked: partly',
      'keep.txt changed by asked: kept',
      'large.txt changed by command: pending',
      'made.txt added by command: pending',
      'old.txt deleted by command: pending',
      'pending.txt changed by asked: pending',
      'reject.txt changed by asked: rejected',
      'shared.txt changed by asked+you: pending',
    ])
    expect(undo?.act).toBe('reject')
  })

  it('undoes decisions to keep and to reject', async () => {
    const threadId = await idOf('Review')
    const takeBack = async (path: string): Promise<void> => {
      const { baseline, current, decided } = await host.client.readChange({ threadId, path })
      const { state, key } = decided![0]!
      const outcome = await host.client.undoDecision({ threadId, path, baseline, current, state, key })
      expect(outcome).toEqual({ done: 1, left: [] })
    }
    expect(read('review/reject.txt')).toBe('before\n')
    await takeBack(at('review/reject.txt'))
    expect(read('review/reject.txt')).toBe('after\n')
    const hunks = { threadId, path: at('review/hunks.txt') }
    expect((await host.client.readChange(hunks)).before).toMatch(/BRAVO[\s\S]*kilo/)
    await takeBack(hunks.path)
    expect((await host.client.readChange(hunks)).before).toMatch(/bravo[\s\S]*kilo/)
  })

  it.each([
    ['pending.txt', 'before\n', 'after\n'],
    ['shared.txt', 'one\ntwo\nTHREE\n', 'ONE\ntwo\nTHREE\n'],
    ['large.txt', largeText, `${largeText}more\n`],
    ['made.txt', undefined, 'made\n'],
    ['old.txt', 'old\n', undefined],
  ])('rejects pending changes of %s, and undoes the rejection, byte for byte', async (file, before, after) => {
    const [threadId, path] = [await idOf('Review'), at(`review/${file}`)]
    const content = (): string | undefined => existsSync(path) ? readFileSync(path, 'utf8') : undefined
    expect(content() === after).toBe(true)
    const { baseline, current } = await host.client.readChange({ threadId, path })
    const rejected = await host.client.decideChanges({ threadId, act: 'reject', files: [{ path, baseline, current }] })
    expect(rejected).toEqual({ done: 1, left: [] })
    expect(content() === before).toBe(true)
    const { undo } = await host.client.listChanges({ threadId })
    await host.client.undoReview({ threadId, ...undo! })
    expect(content() === after).toBe(true)
  })

  it('undoes a restore', async () => {
    const threadId = await idOf('Restored')
    const takenBack = async (): Promise<string[] | undefined> =>
      (await wholeTranscript(threadId)).head.takenBack?.map(({ path, act }) => `${basename(path)}: ${act}`)
    expect([read('restored/page.txt'), readdirSync(at('restored'))]).toEqual(['first\n', ['notes.txt', 'page.txt']])
    expect(await takenBack()).toEqual(['page.txt: restore', 'extra.txt: restore'])
    const { undo } = await host.client.listChanges({ threadId })
    await host.client.undoReview({ threadId, ...undo! })
    expect([read('restored/page.txt'), read('restored/extra.txt')]).toEqual(['second\n', 'more\n'])
    expect(await takenBack()).toEqual([])
  })

  it('finishes a rejection that a kill interrupted, and undoes it', async () => {
    const threadId = await idOf('Half done')
    const { count, pending, undo } = await host.client.listChanges({ threadId })
    expect([count, pending, undo?.act]).toEqual([150, 0, 'reject'])
    expect(readdirSync(at('many'))).toEqual(['notes.txt'])
    await host.client.undoReview({ threadId, ...undo! })
    expect([readdirSync(at('many')).length, read('many/file-150.txt')]).toEqual([151, '150\n'])
  })

  function at(path: string): string {
    return join(root, path)
  }

  function read(path: string): string {
    return readFileSync(at(path), 'utf8')
  }

  /** With paths as they were where it was recorded. */
  function asRecorded(text: string): string {
    return text.replaceAll(root, recordedAt)
  }

  function golden(title: string): string {
    return join(recordings, name, `${title.toLowerCase().replaceAll(' ', '-')}.txt`)
  }

  async function idOf(title: string): Promise<string> {
    return (await host.client.listThreads({})).find(thread => thread.title === title)!.threadId
  }

  async function open(title: string): Promise<TestThread> {
    return host.openThread(await idOf(title))
  }

  async function wholeTranscript(threadId: string): Promise<Transcript> {
    const { firstIndex: before, ...end } = await host.client.openThread({ threadId })
    const beginning = before === 0 ? [] : await host.client.readEntries({ threadId, before, limit: 500 })
    return { ...end, firstIndex: 0, entries: [...beginning, ...end.entries] }
  }

  /** Answers to the puppet's questions, unless they were automatic; the person denies. */
  async function answersTo(...asks: unknown[]): Promise<string[]> {
    const thread = await open('Rules')
    const before = thread.of('permission').length
    await thread.ask(JSON.stringify(asks.map(ask => ({ ask }))), { answer: 'deny' })
    return thread.of('permission').slice(before).map(({ answer }) =>
      answer?.outcome.outcome === 'selected' ? `${answer.outcome.optionId} by ${answer.by}` : 'none')
  }
})

function run(command: string): unknown {
  return ['terminal/create', { command }]
}

/** The agent's last message. */
function lastSaid({ transcript }: TestThread): string {
  const messages = transcript.entries.flatMap(entry => entry.kind === 'agent' ? [entry.content] : [])
  return messages.at(-1)!.map(block => block.type === 'text' ? block.text : block.type).join('')
}
