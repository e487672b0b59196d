import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile, scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

const agents = { One: scripted('kimiCliDialect'), Other: scripted('neither') }
const word = 'word-of-the-deleted'

describe('a deletion that can be undone', () => {
  it('removes the thread from lists and search at once; undoing it restores the thread completely', async () => {
    const host = await testHost({ isRecorded: true, agents })
    const thread = await host.startThread('One')
    await thread.ask(`run echo ${word}`)
    await thread.send('hang')
    const { threadId } = thread

    const gone = host.next('threadRemoved')
    await host.client.deleteThreadSoon({ threadId })
    expect(await gone).toEqual({ threadId })
    expect(await listed(host)).toEqual([])
    await expect(host.client.openThread({ threadId })).rejects.toMatchObject({ code: 'not_found' })
    expect(await found(host)).toEqual([])

    const back = host.next('threadChanged')
    await host.client.restoreThread({ threadId })
    expect(await back).toMatchObject({ threadId, activity: { state: 'asleep' }, waiting: 0 })
    expect(await found(host)).toEqual([threadId])
    const again = await host.openThread(threadId)
    expect(again.turnEnds.map(({ end }) => end.reason)).toEqual(['end_turn', 'cancelled'])
    await again.ask('run echo again')
    expect(again.turnEnds).toHaveLength(3)
  })

  it('that was undone keeps permissions for the thread, and commands on the built-in list still ask', async () => {
    const host = await testHost({ agents: { Puppet: hostile('puppet') } })
    const thread = await host.startThread('Puppet')
    const { threadId } = thread
    const commands = (...lines: string[]): string => JSON.stringify(lines.map(command => ({ ask: ['terminal/create', { command }] })))
    await thread.ask(commands('true 1'), { answer: 'allow_thread' })
    await host.client.deleteThreadSoon({ threadId })
    await host.client.restoreThread({ threadId })
    const again = await host.openThread(threadId)
    await again.ask(commands('true 2', 'true 3; true 4; true 5'), { answer: 'none' })
    expect(again.of('permission')).toHaveLength(1)
    await again.ask(commands('true 6; sudo true'), { answer: 'deny' })
    expect(again.of('permission')).toHaveLength(2)
  })

  it('erases the thread from all files when its period ends, and can then not be undone', async () => {
    const host = await testHost({ isRecorded: true, agents, restorableMs: 100 })
    const [thread, kept] = [await host.startThread('One'), await host.startThread('Other')]
    await thread.ask(`run echo ${word}`)
    await expect.poll(() => found(host)).toEqual([thread.threadId]) // it is in the index, too

    await host.client.deleteThreadSoon({ threadId: thread.threadId })
    expect(filesWith(host.dataFolder, word)).not.toEqual([])
    await kept.until(() => filesWith(host.dataFolder, word).length === 0)
    await expect(host.client.restoreThread({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'not_found' })
    expect(await listed(host)).toEqual([kept.threadId])
  })

  it('also deletes what windows stored about the thread, and nothing else', async () => {
    const host = await testHost({ agents, restorableMs: 100 })
    const [thread, kept] = [await host.startThread('One'), await host.startThread('Other')]
    for (const name of [`files.${thread.threadId}`, `actsUnasked.${thread.threadId}`, `files.${kept.threadId}`, 'side'])
      await host.client.saveLastChoice({ name, text: 'x' })
    await host.client.deleteThreadSoon({ threadId: thread.threadId })
    await expect.poll(async () => Object.keys(await host.client.readLastChoices({})).sort()).toEqual([`files.${kept.threadId}`, 'side'])
  })

  it('is completed at the next start after a kill, in backups and the scratch folder, too', async () => {
    const host = await testHost({ isRecorded: true, agents })
    const thread = await host.startThread('One', { isScratch: true })
    await thread.ask(`run echo ${word}`)
    writeFileSync(join(thread.summary.folder, 'note.txt'), word)
    await host.client.deleteThreadSoon({ threadId: thread.threadId })

    const killed = temporaryFolder('parley-data-')
    // The state after kill -9: no last commit, no checkpoint.
    cpSync(host.dataFolder, killed, { recursive: true, filter: path => !path.endsWith('processes') })
    cpSync(join(killed, 'parley.db'), join(killed, 'parley.db.backup-2026-01-01T00-00-00-000Z'))
    const next = await testHost({ dataFolder: killed })
    expect(await listed(next)).toEqual([])
    await expect(next.client.restoreThread({ threadId: thread.threadId })).rejects.toMatchObject({ code: 'not_found' })
    await expect.poll(() => filesWith(killed, word)).toEqual([])
    expect(readdirSync(join(killed, 'scratch'))).toEqual([])
    await next.dispose()

    await host.client.restoreThread({ threadId: thread.threadId })
    expect(existsSync(join(thread.summary.folder, 'note.txt'))).toBe(true)
    await host.dispose()
  })

  it('is completed when Parley quits', async () => {
    const host = await testHost({ isRecorded: true, agents })
    const thread = await host.startThread('One', { isScratch: true })
    await thread.ask('run echo on')
    await host.client.deleteThreadSoon({ threadId: thread.threadId })
    const next = await host.restart()
    expect(await listed(next)).toEqual([])
    expect(readdirSync(join(host.dataFolder, 'scratch'))).toEqual([])
  })

  it('that was undone never removes the thread, even after a restart', async () => {
    const host = await testHost({ isRecorded: true, agents, restorableMs: 50 })
    const [thread, other] = [await host.startThread('One'), await host.startThread('Other')]
    await host.client.deleteThreadSoon({ threadId: thread.threadId })
    await host.client.restoreThread({ threadId: thread.threadId })
    const over = host.next('threadRemoved', ({ threadId }) => threadId === other.threadId)
    await host.client.deleteThreadSoon({ threadId: other.threadId })
    await over
    expect(await listed(await host.restart())).toEqual([thread.threadId])
  })
})

describe('a pinned and archived thread', () => {
  it('stays so after a restart, and leaves the archive when it is prompted', async () => {
    const host = await testHost({ isRecorded: true, agents })
    const thread = await host.startThread('Other')
    const { threadId } = thread
    await thread.ask('hello')
    await host.client.arrangeThread({ threadId, isPinned: true })
    await host.client.arrangeThread({ threadId, isArchived: true })
    const next = await host.restart()
    expect((await next.client.listThreads({}))[0]).toMatchObject({ threadId, isPinned: true, isArchived: true })
    await next.client.arrangeThread({ threadId, isPinned: false })
    const again = await next.openThread(threadId)
    await again.ask('hello')
    expect(again.summary).not.toHaveProperty('isArchived')
    expect(again.summary).not.toHaveProperty('isPinned')
  })
})

async function listed(host: TestHost): Promise<string[]> {
  return (await host.client.listThreads({})).map(({ threadId }) => threadId)
}

async function found(host: TestHost): Promise<string[]> {
  const { threads } = await host.client.searchThreads({ search: word, limit: 10 })
  return threads.map(({ threadId }) => threadId)
}

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() && readFileSync(join(folder, name)).includes(text),
  )
}
