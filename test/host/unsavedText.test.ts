import type { TestThread } from '../support/testThread'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { scripted } from '../support/scriptedAgent'
import { type TestHost, testHost } from '../support/testHost'

const form = { encoding: 'utf-8', lineEnding: 'lf' }
const lines = 'one\ntwo\nthree\nfour\nfive\nsix\n'

it('lets an agent read unsaved text as it would be saved, whole or by lines', async () => {
  const { thread, edit, text } = await withAgent('\uFEFFone\r\ntwo\r\nthree\r\n')
  const file = await edit()
  file.type('two', 'TWO\nand a half')
  await file.push()
  await thread.ask('read notes.txt')
  expect(thread.text).toContain('<\uFEFFone\r\nTWO\r\nand a half\r\nthree\r\n>')
  await thread.ask('read notes.txt 2 2')
  expect(thread.text).toContain('<TWO\r\nand a half\r\n>')
  expect(text()).toBe('\uFEFFone\r\ntwo\r\nthree\r\n')
})

it('merges an agent\'s write with text typed since it read, which stays unsaved', async () => {
  const { thread, edit, text } = await withAgent(lines)
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('read notes.txt')
  file.type('three', 'THREE')
  await file.push()
  await thread.ask('append notes.txt seven\\n')
  expect(text()).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n')
  await thread.until(() => file.text === 'ONE\ntwo\nTHREE\nfour\nfive\nsix\nseven\n')
  expect(file.state).toEqual({ isUnsaved: true, isGone: false, ...form })
  expect(file.authors).toEqual([{ kind: 'agent', threadId: thread.threadId, agentName: 'files' }])

  await thread.ask('replace notes.txt five FIVE')
  await thread.until(() => file.text === 'ONE\ntwo\nTHREE\nfour\nFIVE\nsix\nseven\n')
  expect(file.state.isUnsaved).toBe(true)
})

it('attributes unsaved lines to the person even if an agent writes them, so that a rejection keeps them', async () => {
  const { host, thread, edit, place, text } = await withAgent(lines, { isRecorded: true })
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('read notes.txt\nreplace notes.txt six SIX')
  await thread.until(() => thread.turnEnds.at(-1)?.changes !== undefined)
  expect(file.state.isUnsaved).toBe(false)
  const change = { threadId: thread.threadId, path: place.path }
  const { before, after, ...keys } = await host.client.readChange(change)
  expect([before, after]).toEqual([lines.replace('one', 'ONE'), lines.replace('one', 'ONE').replace('six', 'SIX')])
  const rejected = await host.client.decideChanges({ ...change, act: 'reject', files: [{ path: place.path, ...keys }] })
  expect(rejected).toEqual({ done: 1, left: [] })
  expect(text()).toBe(lines.replace('one', 'ONE'))
  await thread.until(() => file.text === text())
})

it('keeps typed text that the agent has not read', async () => {
  const { thread, edit, text } = await withAgent(lines)
  await thread.ask('read notes.txt')
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('read notes.txt 3 2\nread notes.txt -1 1')
  expect(thread.text).toContain('Failed: ')
  await thread.ask('replace notes.txt six SIX')
  expect(text()).toBe(lines.replace('six', 'SIX'))
  await thread.until(() => file.text === lines.replace('one', 'ONE').replace('six', 'SIX'))
  expect(file.state).toMatchObject({ isUnsaved: true })
  expect(file.state.conflict).toBeUndefined()
})

it.each([
  ['all of it', ''],
  ['some lines', ' 1 3'],
])('keeps text saved in a file that was closed when the agent read %s', async (_, range) => {
  const { host, thread, edit, save, place, text } = await withAgent(lines)
  await thread.ask(`read notes.txt${range}`)
  const first = await edit()
  first.type('one', 'ONE')
  await first.push()
  await save()
  await host.client.closeBuffer(place)
  const file = await edit()
  await thread.ask(`put notes.txt ${lines.replace('six', 'SIX').replaceAll('\n', '\\n')}`)
  expect(text()).toBe(lines.replace('six', 'SIX'))
  await thread.until(() => file.text === lines.replace('one', 'ONE').replace('six', 'SIX'))
  expect(file.state.isUnsaved).toBe(true)
})

it.each([
  ['never read', ''],
  ['read only some lines of', 'read notes.txt 3 2\n'],
])('keeps text typed before, and saved after, a write by an agent that %s the file', async (_, first) => {
  const { thread, edit, save, text } = await withAgent(lines)
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask(`${first}put notes.txt ${lines.replace('six', 'SIX').replaceAll('\n', '\\n')}`)
  await thread.until(() => file.text === lines.replace('one', 'ONE').replace('six', 'SIX'))
  await save()
  const theirs = lines.replace('six', '6')
  await thread.ask(`put notes.txt ${theirs.replaceAll('\n', '\\n')}`)
  expect(text()).toBe(theirs)
  await thread.until(() => file.text === theirs.replace('one', 'ONE'))
  expect(file.state.isUnsaved).toBe(true)
})

it('keeps saved lines that the agent has not read', async () => {
  const { thread, edit, save, text } = await withAgent(lines)
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('read notes.txt 3 2')
  await save()
  const theirs = lines.replace('six', '6')
  await thread.ask(`put notes.txt ${theirs.replaceAll('\n', '\\n')}`)
  expect(text()).toBe(theirs)
  await thread.until(() => file.text === theirs.replace('one', 'ONE'))
  expect(file.state.isUnsaved).toBe(true)
})

it('writes an agent\'s text in the encoding of the open file, and rejects what that cannot encode', async () => {
  const { thread, edit, at } = await withAgent('')
  writeFileSync(at(), Buffer.from('gr\u00FCn\n', 'latin1'))
  await edit()
  await thread.ask('put notes.txt bl\u00E5\\n')
  expect(readFileSync(at(), 'latin1')).toBe('bl\u00E5\n')
  await thread.ask('put notes.txt 5 \u20AC\\n')
  expect(thread.text).toContain('Latin-1, cannot hold')
  expect(readFileSync(at(), 'latin1')).toBe('bl\u00E5\n')
})

it('keeps text that the person saved after the agent\'s read', async () => {
  const { thread, edit, save, text } = await withAgent(lines)
  const file = await edit()
  await thread.ask('read notes.txt')
  file.type('one', 'ONE')
  await file.push()
  await save()
  await thread.ask('append notes.txt seven\\n')
  expect(text()).toBe(`${lines}seven\n`)
  await thread.until(() => file.text === `ONE${lines.slice(3)}seven\n`)
  expect(file.state.isUnsaved).toBe(true)
})

it('keeps both versions of lines that the agent and the person changed until the person chooses', async () => {
  const { host, thread, edit, place, text } = await withAgent(lines)
  const file = await edit()
  await thread.ask('read notes.txt')
  const overlap = async (mine: string, theirs: string): Promise<void> => {
    file.type('two', mine)
    await file.push()
    await thread.ask(`replace notes.txt two ${theirs}\nreplace notes.txt six ${theirs}6`)
    await thread.until(() => file.state.conflict !== undefined && file.text.includes(`${theirs}6`))
  }
  await overlap('mine', 'theirs')
  expect(file.text).toBe('one\nmine\nthree\nfour\nfive\ntheirs6\n')
  expect(file.state.conflict).toEqual({
    by: { kind: 'agent', threadId: thread.threadId, agentName: 'files' },
    theirs: 'one\ntheirs\nthree\nfour\nfive\ntheirs6\n',
    key: file.state.conflict?.key,
    count: 1,
  })
  expect(await host.client.saveBuffer(place)).toMatchObject({ outcome: 'changed', theirs: text() })
  await host.client.settleBuffer({ ...place, choice: 'merge', key: file.state.conflict!.key })
  await thread.until(() => file.text.includes('<<<<<<< You\nmine\n=======\ntheirs\n>>>>>>> files\n'))
  expect(file.state).toEqual({ isUnsaved: true, isGone: false, ...form })
  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
})

it('merges writes by commands and other programs, and keeps the text of a deleted file', async () => {
  const { host, thread, edit, at, place, text } = await withAgent(lines)
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('run sed -i s/five/FIVE/ notes.txt')
  await thread.until(() => file.text === 'ONE\ntwo\nthree\nfour\nFIVE\nsix\n')
  expect(file.authors).toEqual([{ kind: 'disk' }])
  expect(file.state).toEqual({ isUnsaved: true, isGone: false, ...form })
  writeFileSync(at(), lines.replace('one', 'other'))
  await thread.until(() => file.state.conflict !== undefined)
  expect(file.text).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\n')

  rmSync(at())
  await thread.until(() => file.state.isGone)
  await thread.ask('read notes.txt')
  expect(thread.text).toContain('<ONE\ntwo\n')
  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
  expect(text()).toBe('ONE\ntwo\nthree\nfour\nfive\nsix\n')
})

it('attributes a direct write to the agent if its tool call names the file', async () => {
  const host = await testHost({ isRecorded: true, agents: { worker: scripted('changesFiles') } })
  const place = { path: join(host.workspace, 'notes.txt') }
  writeFileSync(place.path, lines)
  const thread = await host.startThread('worker')
  const file = await EditedFile.open(host.connection, { ...place, threadId: thread.threadId })
  file.type('one', 'ONE')
  await file.push()
  await thread.ask('edit notes.txt five FIVE')
  await thread.until(() => file.text === lines.replace('one', 'ONE').replace('five', 'FIVE'))
  expect(file.authors).toEqual([{ kind: 'agent', threadId: thread.threadId, agentName: 'worker' }])
})

it('restores unsaved text after a restart, merged with the file, even if its thread was deleted', async () => {
  const { host, thread, edit, at, place } = await withAgent(lines)
  const file = await edit()
  file.type('one', 'ONE')
  await file.push()
  await host.client.deleteThread({ threadId: thread.threadId })
  await host.dispose()
  writeFileSync(at(), `${lines}seven\n`)
  const again = await host.restart()
  expect(await again.client.unsavedFiles({})).toEqual([place])
  const { threadId } = await again.startThread()
  const back = await EditedFile.open(again.connection, { ...place, threadId })
  expect([back.text, back.state.isUnsaved]).toEqual([`ONE${lines.slice(3)}seven\n`, true])
  back.type('ONE', 'one')
  await back.push()
  expect([back.text, back.state.isUnsaved]).toEqual([`${lines}seven\n`, false])
  expect(await again.client.unsavedFiles({})).toEqual([])
})

it('attributes a save during a turn to the person', async () => {
  const { host, thread, edit, save, place } = await withAgent(lines, { isRecorded: true })
  const file = await edit()
  await thread.send('pause 600')
  await thread.until(() => thread.transcript.head.turnOpen)
  file.type('one', 'ONE')
  await file.push()
  await save()
  await thread.turnEnd()
  await thread.until(async () => (await host.client.listChanges({ threadId: thread.threadId })).count === 1)
  expect((await host.client.listChanges({ threadId: thread.threadId })).files).toMatchObject([{ path: place.path, by: ['you'] }])
})

async function withAgent(content: string, { isRecorded = false } = {}): Promise<{
  host: TestHost
  thread: TestThread
  place: { threadId: string, path: string }
  at: () => string
  text: () => string
  edit: () => Promise<EditedFile>
  save: () => Promise<void>
}> {
  const host = await testHost({ isRecorded, agents: { files: scripted('filesByRequest') } })
  const at = (): string => join(host.workspace, 'notes.txt')
  writeFileSync(at(), content)
  const thread = await host.startThread('files')
  const place = { threadId: thread.threadId, path: at() }
  return {
    host,
    thread,
    place,
    at,
    text: () => readFileSync(at(), 'utf8'),
    edit: () => EditedFile.open(host.connection, place),
    save: async () => expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' }),
  }
}
