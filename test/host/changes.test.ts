import type { TestThread } from '../support/testThread'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { type TestHost, testHost } from '../support/testHost'

it('rejects a hunk or restores files, even after a restart, and undoes either', async () => {
  const first = await testHost()
  const { at, text } = filesOf(first)
  writeFileSync(at('notes.txt'), 'one\ntwo\nthree\nfour\n')
  const thread = await first.startThread()
  const { threadId } = thread
  await thread.ask('edit notes.txt two -> TWO')
  expect(await toolCallChanges(thread)).toEqual({ 'notes.txt': ['changed', 'asked'] })
  await thread.ask('run sh -c "echo made > made.txt; git init -q"')
  expect(await toolCallChanges(thread)).toEqual({ 'made.txt': ['added', 'command'] })
  expect(thread.turnEnds.at(-1)?.changes?.git).toEqual([{ repository: 'new' }])
  const [prompt] = thread.of('user')
  const pendingIn = async ({ client }: typeof first): Promise<number | undefined> => (await client.listThreads({}))[0]!.pendingChanges
  await expect.poll(() => pendingIn(first)).toBe(2)

  const second = await first.restart() // so that no turn is near
  const { client } = second
  expect(await pendingIn(second)).toBe(2)
  writeFileSync(at('notes.txt'), 'one\nTWO\nthree\nFOUR\n')
  writeFileSync(at('mine.txt'), 'the person\'s own\n')
  const { files, undo } = await client.listChanges({ threadId })
  expect(undo).toBeUndefined()
  expect(files.map(({ path, state }) => [path, state])).toEqual([[at('made.txt'), 'pending'], [at('notes.txt'), 'pending']])
  const { before, after, ...keys } = await client.readChange({ threadId, path: at('notes.txt') })
  expect([before, after]).toEqual(['one\ntwo\nthree\nFOUR\n', 'one\nTWO\nthree\nFOUR\n'])

  const hunk = { path: at('notes.txt'), ...keys, hunks: [0] }
  expect(await client.decideChanges({ threadId, act: 'reject', files: [hunk] })).toEqual({ done: 1, left: [] })
  expect(text('notes.txt')).toBe('one\ntwo\nthree\nFOUR\n')
  expect(await client.decideChanges({ threadId, act: 'reject', files: [hunk] })).toMatchObject({ done: 0, left: [{ why: 'stale' }] })
  const { undo: rejected } = await client.listChanges({ threadId })
  await client.undoReview({ threadId, ...rejected! })
  expect(text('notes.txt')).toBe('one\nTWO\nthree\nFOUR\n')

  const promptId = prompt!.promptId!
  const steps = await client.previewRestore({ threadId, promptId })
  expect(steps.map(({ path, does }) => [path, does])).toEqual([[at('made.txt'), 'delete'], [at('notes.txt'), 'restore']])
  const shown = steps.map(({ path, current }) => ({ path, current }))
  const restored = await client.restoreFiles({ threadId, promptId, files: shown })
  expect(restored).toMatchObject({ done: 2, left: [], undo: { act: 'restore' } })
  expect([text('notes.txt'), text('made.txt'), text('mine.txt')]).toEqual(['one\ntwo\nthree\nFOUR\n', undefined, 'the person\'s own\n'])
  expect(await pendingIn(second)).toBeUndefined()
  const takenBack = async (): Promise<unknown> =>
    (await client.openThread({ threadId })).head.takenBack?.map(({ path, act }) => [path, act])
  expect(await takenBack()).toEqual([[at('notes.txt'), 'restore'], [at('made.txt'), 'restore']])
  await expect(client.undoReview({ threadId, ...rejected! }), 'offered before something else was decided')
    .rejects
    .toMatchObject({ code: 'not_found' })
  await client.undoReview({ threadId, ...restored.undo! })
  expect(await pendingIn(second)).toBe(2)
  expect(await takenBack()).toEqual([])
  expect([text('notes.txt'), text('made.txt')]).toEqual(['one\nTWO\nthree\nFOUR\n', 'made\n'])
})

it('distinguishes changes that an agent requested, wrote unannounced or made by a command', async () => {
  const host = await testHost({ agents: { Writer: scripted('writesThreeWays') }, isRecorded: true })
  const thread = await host.startThread('Writer')
  for (const prompt of ['write', 'write, announced']) {
    await thread.ask(prompt)
    const changes = await toolCallChanges(thread)
    const authors = Object.fromEntries(Object.entries(changes).map(([name, [, ...by]]) => [name, by]))
    expect(authors).toEqual({ requested: ['asked'], silent: ['unannounced'], commanded: ['command'] })
  }
})

it('restores nothing during a turn, and never a change that the person claims', async () => {
  const host = await testHost()
  const { at, text } = filesOf(host)
  const thread = await host.startThread()
  const { threadId } = thread
  await thread.send('hang')
  await thread.until(() => thread.transcript.head.turnOpen)
  writeFileSync(at('mine.txt'), 'typed meanwhile\n')
  await thread.until(async () => (await host.client.listChanges({ threadId })).count === 1)
  const [prompt] = thread.of('user')
  await expect(host.client.restoreFiles({ threadId, promptId: prompt!.promptId!, files: [{ path: at('mine.txt'), current: '-' }] }))
    .rejects
    .toMatchObject({ code: 'busy' })
  await thread.cancel()
  expect(await toolCallChanges(thread)).toEqual({ 'mine.txt': ['added', 'unannounced'] })
  await host.client.reassignChange({ threadId, path: at('mine.txt'), by: 'you' })
  expect((await host.client.listChanges({ threadId })).files).toMatchObject([{ by: ['you'] }])
  expect(await host.client.previewRestore({ threadId, promptId: prompt!.promptId! })).toEqual([])
  expect(text('mine.txt')).toBe('typed meanwhile\n')
})

it('does not undo a restore while an agent works in the folder', async () => {
  const host = await testHost()
  const { client } = host
  const { text } = filesOf(host)
  const thread = await host.startThread()
  const { threadId } = thread
  await thread.ask('write made.txt')
  const { promptId } = thread.of('user')[0]!
  const steps = await client.previewRestore({ threadId, promptId: promptId! })
  const shown = steps.map(({ path, current }) => ({ path, current }))
  const { undo } = await client.restoreFiles({ threadId, promptId: promptId!, files: shown })
  expect(text('made.txt')).toBeUndefined()
  await thread.send('hang')
  await thread.until(() => thread.transcript.head.turnOpen)
  await expect(client.undoReview({ threadId, ...undo! })).rejects.toMatchObject({ code: 'busy' })
  await thread.cancel()
  await thread.turnEnd()
  await client.undoReview({ threadId, ...undo! })
  expect(text('made.txt')).toBeDefined()
})

it('lists the changes of a turn that Parley\'s exit interrupted', async () => {
  const host = await testHost()
  const thread = await host.startThread()
  await thread.send('hang')
  await thread.until(() => thread.transcript.head.turnOpen)
  writeFileSync(filesOf(host).at('half.txt'), 'half\n')
  const { client } = await host.restart()
  const end = (await client.openThread({ threadId: thread.threadId })).entries.findLast(({ kind }) => kind === 'turn-end')
  expect(end).toMatchObject({ end: { reason: 'error' }, changes: { files: [{ kind: 'added', by: ['unannounced'] }] } })
})

it('records nothing if recording is off', async () => {
  const host = await testHost()
  await host.client.setPreference({ key: 'record_changes', value: false })
  const thread = await host.startThread()
  await thread.ask('write made.txt')
  const { count, gap } = await host.client.listChanges({ threadId: thread.threadId })
  expect([count, gap]).toEqual([0, expect.stringContaining('Settings')])
  expect(existsSync(join(host.dataFolder, 'changes'))).toBe(false)
})

function filesOf({ workspace }: TestHost): { at: (name: string) => string, text: (name: string) => string | undefined } {
  const at = (name: string): string => join(workspace, name)
  return { at, text: name => existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined }
}

/** Changes in the end of the last turn, by name. */
async function toolCallChanges(thread: TestThread): Promise<Record<string, string[]>> {
  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  return Object.fromEntries(thread.turnEnds.at(-1)!.changes!.files.map(({ path, kind, by }) => [path.split('/').at(-1)!, [kind, ...by]]))
}
