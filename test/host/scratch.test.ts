import type { TestThread } from '../support/testThread'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPermissions } from '../../src/shared/thread/selectors'
import { noBubblewrap } from '../support/bubblewrap'
import { hostile } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

const puppet = { Puppet: hostile('puppet') }
const read = (path: string): unknown => ({ ask: ['fs/read_text_file', { path }] })
const write = (path: string, content = 'text'): unknown => ({ ask: ['fs/write_text_file', { path, content }] })
const run = (command: string): unknown => ({ ask: ['terminal/create', { command }] })
const play = (thread: TestThread, ...steps: unknown[]): Promise<unknown> => thread.ask(JSON.stringify(steps))

describe('a thread without a folder', () => {
  it('works in a scratch folder of its own, and reaches neither its siblings nor the rest of Parley\'s data', async () => {
    const host = await testHost({ agents: puppet })
    const [one, two] = [await host.startThread('Puppet', { isScratch: true }), await host.startThread('Puppet', { isScratch: true })]
    const [mine, other] = [one.summary.folder, two.summary.folder]
    expect(one.summary.isScratch).toBe(true)
    expect(basename(mine)).toMatch(/^scratch-[0-9a-f]{24}$/)
    expect(mine).not.toBe(other)
    writeFileSync(join(other, 'theirs.txt'), 'secret')
    symlinkSync(other, join(mine, 'link'))

    await play(one, write(join(mine, 'mine.txt')), read(join(mine, 'mine.txt')))
    expect(readFileSync(join(mine, 'mine.txt'), 'utf8')).toBe('text')
    expect(one.of('permission')).toEqual([])

    for (const path of [
      join(other, 'theirs.txt'),
      join(mine, '..', basename(other), 'theirs.txt'),
      join(mine, 'link/theirs.txt'),
      join(host.dataFolder, 'settings.json'),
      join(host.dataFolder, 'scratch/new.txt'),
    ])
      await play(one, read(path), write(path))
    expect(one.text).not.toContain('secret')
    expect(one.of('permission')).toEqual([])
    expect(readFileSync(join(other, 'theirs.txt'), 'utf8')).toBe('secret')
    expect(existsSync(join(host.dataFolder, 'scratch/new.txt'))).toBe(false)
  })

  it('cannot be started in another\'s scratch folder, or in Parley\'s data folder', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    const { agentId, command } = (await host.client.listAgents({})).find(({ name }) => name === 'Puppet')!
    for (const folder of [thread.summary.folder, join(host.dataFolder, 'scratch'), host.dataFolder])
      await expect(host.client.startThread({ agentId, command, folder })).rejects.toThrow('Parley keeps its own data')
    const further = host.client.startThread({ agentId, command, folder: host.workspace, additionalFolders: [thread.summary.folder] })
    await expect(further).rejects.toThrow('Parley keeps its own data')
    await expect(host.client.startThread({ agentId, command, additionalFolders: [host.workspace] })).rejects.toThrow('without a folder')
  })

  it('offers no lasting permission, rule or fork', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    const { agentId, folder } = thread.summary
    const asked = thread.send(JSON.stringify([run('true')]))
    await thread.until(() => openPermissions(thread.transcript).length > 0)
    const { options, requestId } = openPermissions(thread.transcript)[0]!.request
    expect(options.map(({ optionId }) => optionId)).toEqual(['allow_once', 'allow_thread', 'deny', 'deny_all'])
    await thread.answer('allow_once', requestId)
    await asked

    expect(await host.client.proposeRules({ agentId, folder, commandLine: 'npm test', cwd: folder })).toMatchObject({ scopes: [] })
    for (const rule of [{ folder, command: 'npm test' }, { path: `${folder}/**` }])
      await expect(host.client.saveRule({ rule: { effect: 'allow', agentId, ...rule } })).rejects.toThrow('A scratch folder has no rules')
    await expect(host.client.forkThread({ threadId: thread.threadId })).rejects.toThrow('lent to this thread alone')
  })

  it('is deleted with its files, and no link in it is followed', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    const { threadId, summary: { folder } } = thread
    writeFileSync(join(host.workspace, 'kept.txt'), '')
    symlinkSync(host.workspace, join(folder, 'link'))
    await play(thread, write(join(folder, 'deep/a.txt')))

    expect(await host.client.countScratchFiles({ threadId })).toEqual({ files: 2, isCut: false })
    await host.client.deleteThread({ threadId })

    expect(readdirSync(join(host.dataFolder, 'scratch'))).toEqual([])
    expect(readdirSync(host.workspace)).toEqual(['kept.txt'])
    const other = await host.startThread('Puppet')
    expect(await host.client.countScratchFiles({ threadId: other.threadId })).toBeUndefined()
  })

  it('continues after a restart, and after Parley\'s data was moved', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    await play(thread, write(join(thread.summary.folder, 'a.txt')))
    const again = await host.restart()
    const reopened = await again.openThread(thread.threadId)
    await play(reopened, write(join(thread.summary.folder, 'a.txt'), 'again'))
    expect(readFileSync(join(thread.summary.folder, 'a.txt'), 'utf8')).toBe('again')
    await again.dispose()

    const elsewhere = temporaryFolder('parley-data-')
    cpSync(host.dataFolder, elsewhere, { recursive: true })
    const moved = await testHost({ dataFolder: elsewhere, workspace: host.workspace })
    const here = await moved.openThread(thread.threadId)
    expect(here.summary.folder).toBe(join(elsewhere, 'scratch', basename(thread.summary.folder)))
    const asked = play(here, read(join(here.summary.folder, 'a.txt')))
    // The old trust was for the old path.
    await here.until(() => here.summary.activity.state === 'command-changed')
    if (here.summary.activity.state === 'command-changed')
      await moved.client.trustCommand({ threadId: thread.threadId, command: here.summary.activity.command })
    await asked
    expect(here.text).toContain('again')
  })
})

describe('a scratch folder that was changed from outside', () => {
  it('is recreated if missing, even under a running agent, and the thread says so', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    const { folder } = thread.summary
    await play(thread, write(join(folder, 'a.txt')))
    rmSync(folder, { recursive: true })

    await play(thread, write(join(folder, 'b.txt')))

    expect(thread.text).toContain('The scratch folder of this thread was gone')
    expect(readdirSync(folder)).toEqual(['b.txt'])
  })

  it.each(['a link', 'another folder'])('is not used if it was replaced by %s', async (what) => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    const { folder } = thread.summary
    await play(thread, write(join(folder, 'a.txt')))
    const again = await host.restart()
    renameSync(folder, `${folder}-moved`)
    if (what === 'a link')
      symlinkSync(host.workspace, folder)
    else
      mkdirSync(folder)
    const reopened = await again.openThread(thread.threadId)

    await expect(reopened.ask(JSON.stringify([write(join(folder, 'b.txt'))]))).rejects.toThrow('was replaced by something else')

    expect(readdirSync(host.workspace)).toEqual([])
    await again.client.deleteThread({ threadId: thread.threadId })
    expect(existsSync(folder)).toBe(true)
  })
})

describe('a thread that continues one in a scratch folder', () => {
  it('has an empty scratch folder of its own, and says so', async () => {
    const host = await testHost({ agents: puppet })
    const thread = await host.startThread('Puppet', { isScratch: true })
    await play(thread, write(join(thread.summary.folder, 'a.txt')))
    const { promptId } = thread.of('user')[0]!

    const content = [{ type: 'text', text: '[]' }]
    const { threadId } = await host.client.branchThread({ threadId: thread.threadId, promptId: promptId!, content })
    const branch = await host.openThread(threadId)
    const continued = await host.startThread('Puppet', { isScratch: true, continues: thread.threadId })

    for (const next of [branch, continued]) {
      expect(next.summary).toMatchObject({ isScratch: true })
      expect(next.summary.folder).not.toBe(thread.summary.folder)
      expect(readdirSync(next.summary.folder)).toEqual([])
      expect(next.of('origin')).toMatchObject([{ origin: { hasNewFolder: true } }])
    }
    await host.client.deleteThread({ threadId: thread.threadId })
    expect(existsSync(branch.summary.folder)).toBe(true)
    const elsewhere = await host.startThread('Puppet', { continues: branch.threadId })
    expect(elsewhere.of('origin')).not.toMatchObject([{ origin: { hasNewFolder: true } }])
  })
})

describe('the sandbox of commands in scratch folders', () => {
  it('has one setting for all scratch folders, and opens only the thread\'s own', async ({ skip }) => {
    skip(noBubblewrap !== undefined, noBubblewrap)
    const host: TestHost = await testHost({ agents: puppet })
    const [one, two] = [await host.startThread('Puppet', { isScratch: true }), await host.startThread('Puppet', { isScratch: true })]
    const { threadId, summary: { folder } } = one
    writeFileSync(join(two.summary.folder, 'theirs.txt'), 'secret')
    const setting = await host.client.setSandbox({ threadId, rules: { network: false, write: [] } })
    expect(setting).toMatchObject({ isScratch: true, isOn: true })
    expect(await host.client.readSandbox({ threadId: two.threadId })).toMatchObject({ isOn: true })
    expect(JSON.parse(readFileSync(join(host.dataFolder, 'settings.json'), 'utf8'))).toMatchObject({
      sandboxed_folders: { scratch: { network: false, write: [] } },
    })

    const { dataFolder } = host
    const command = [
      'echo mine > mine.txt',
      `ls ${dataFolder} ${dataFolder}/scratch`,
      `cat ${two.summary.folder}/theirs.txt`,
      `touch ${dataFolder}/new`,
    ].join('; ')
    const asked = one.send(JSON.stringify([run(command)]))
    await one.until(() => openPermissions(one.transcript).length > 0)
    await one.answer('allow_once', openPermissions(one.transcript)[0]!.request.requestId)
    await asked
    await one.until(() => one.turnEnds.length > 0)
    const terminalId = [...one.text.matchAll(/"terminalId":"([^"]+)"/g)].at(-1)![1]!
    await one.until(async () => (await one.terminal(terminalId))?.state !== 'running')

    expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine\n')
    const { output } = (await one.terminal(terminalId))!
    expect(output).not.toContain('secret')
    expect(output).toContain('theirs.txt: No such file')
    expect(output).not.toContain('settings.json')
    expect(output.replace(/^cat: .*$/m, '')).not.toContain(basename(two.summary.folder))
    expect(existsSync(join(host.dataFolder, 'new'))).toBe(false)
  })
})
