import { Buffer } from 'node:buffer'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { type TestHost, testHost } from '../support/testHost'

it('merges edits of two windows, and saves them with the file\'s line endings and byte order mark', async () => {
  const { host, threadId, at, text } = await openedHost()
  writeFileSync(at('notes.txt'), '\uFEFFone\r\ntwo\r\nthree\r\n')
  const place = { threadId, path: at('notes.txt') }
  const first = await EditedFile.open(host.connection, place, 'first')
  const second = await EditedFile.open(host.connectAnother(), place, 'second')
  expect(first.view).toMatchObject({ text: 'one\ntwo\nthree\n', encoding: 'utf-8-bom', lineEnding: 'crlf', isUnsaved: false })

  first.type('one', 'ONE')
  second.type('three\n', 'three\nfour\n')
  await Promise.all([first.push(), second.push()])
  expect([first.text, second.text]).toEqual(['ONE\ntwo\nthree\nfour\n', 'ONE\ntwo\nthree\nfour\n'])
  expect(second.state.isUnsaved).toBe(true)
  expect(text('notes.txt')).toBe('\uFEFFone\r\ntwo\r\nthree\r\n')
  expect(await host.client.unsavedFiles({})).toEqual([place])

  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
  expect(text('notes.txt')).toBe('\uFEFFONE\r\ntwo\r\nthree\r\nfour\r\n')
  expect(first.state.isUnsaved).toBe(false)
  expect(await host.client.unsavedFiles({})).toEqual([])
  await host.client.closeBuffer(place)
  const late = { ...place, version: 0, updates: [{ clientId: 'first', changes: [] }] }
  await expect(host.client.updateBuffer(late)).rejects.toMatchObject({ code: 'not_found' })
})

it('overwrites changes on disk only after confirmation', async () => {
  const { host, threadId, at, text } = await openedHost()
  writeFileSync(at('notes.txt'), 'one\ntwo\n')
  const place = { threadId, path: at('notes.txt') }
  const file = await EditedFile.open(host.connection, place)
  file.type('one', 'mine')
  await file.push()
  writeFileSync(at('notes.txt'), 'theirs\ntwo\n')
  const outcome = await host.client.saveBuffer(place)
  expect(outcome).toMatchObject({ outcome: 'changed', theirs: 'theirs\ntwo\n' })
  expect(text('notes.txt')).toBe('theirs\ntwo\n')
  const over = outcome.outcome === 'changed' ? outcome.disk : ''
  expect(await host.client.saveBuffer({ ...place, over })).toEqual({ outcome: 'saved' })
  expect(text('notes.txt')).toBe('mine\ntwo\n')
})

it('does not ask if nothing is unsaved, even if the file has changed on disk', async () => {
  const { host, threadId, at, text } = await openedHost()
  writeFileSync(at('notes.txt'), 'one\n')
  const place = { threadId, path: at('notes.txt') }
  const file = await EditedFile.open(host.connection, place)
  writeFileSync(at('notes.txt'), 'theirs\n')
  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
  expect([text('notes.txt'), file.text, file.state.isUnsaved]).toEqual(['theirs\n', 'theirs\n', false])
})

it('opens text files, says why others cannot be opened, and rejects paths outside the workspace', async () => {
  const { host, threadId, at } = await openedHost()
  const open = (path: string): ReturnType<typeof host.client.openBuffer> => host.client.openBuffer({ threadId, path })
  const files: Record<string, Buffer> = {
    'picture.png': Buffer.from([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]),
    'paper.pdf': Buffer.from('%PDF-1.4 in letters'),
    'long.log': Buffer.alloc(20 * 1024 * 1024 + 1, 'line\n'),
    '.env': Buffer.from('TOKEN=1'),
    'utf16.txt': Buffer.from('\uFEFFgrün\r\n', 'utf16le'),
    'latin1.txt': Buffer.from('grün\n', 'latin1'),
    'locked.txt': Buffer.from('text\n'),
  }
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(at(name), bytes)
  chmodSync(at('locked.txt'), 0o444)
  const noText = { kind: 'other', size: 9, reason: 'It holds no text.', stamp: expect.any(String) }
  expect(await open(at('picture.png'))).toEqual({ ...noText, path: at('picture.png') })
  expect(await open(at('paper.pdf'))).toMatchObject({ kind: 'other' })
  expect(await open(at('long.log'))).toMatchObject({ kind: 'other', reason: 'It is larger than 20 MB.' })
  expect(await open(at('.env'))).toMatchObject({ kind: 'other', reason: expect.stringContaining('secrets') })
  expect(await open('utf16.txt')).toMatchObject({ path: at('utf16.txt'), text: 'grün\n', encoding: 'utf-16le', lineEnding: 'crlf' })
  expect(await open(at('latin1.txt'))).toMatchObject({ text: 'grün\n', encoding: 'latin1' })
  expect(await open(at('locked.txt'))).toMatchObject({ readOnly: expect.stringContaining('permissions') })
  const place = { threadId, path: at('locked.txt') }
  const update = { ...place, version: 0, updates: [{ clientId: 'w', changes: [[5, '']] }] }
  await expect(host.client.updateBuffer(update)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(host.client.saveBuffer(place)).rejects.toMatchObject({ code: 'unsupported' })

  symlinkSync('/etc/hostname', at('out'))
  mkdirSync(at('folder'))
  writeFileSync(Buffer.concat([Buffer.from(at('')), Buffer.from([0xFF, 0xFE])]), 'text')
  await expect(open('/etc/hostname')).rejects.toMatchObject({ code: 'outside_workspace' })
  await expect(open(at('out'))).rejects.toMatchObject({ code: 'outside_workspace' })
  await expect(open(at('../out'))).rejects.toMatchObject({ code: 'outside_workspace' })
  await expect(open(join(host.dataFolder, 'parley.db'))).rejects.toMatchObject({ code: 'outside_workspace' })
  for (const name of ['gone.txt', 'folder'])
    await expect(open(at(name))).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(at('\uFFFD\uFFFD'))).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('not UTF-8') })
})

async function openedHost(): Promise<{
  host: TestHost
  threadId: string
  at: (name: string) => string
  text: (name: string) => string
}> {
  const host = await testHost()
  const { threadId } = await host.startThread()
  const at = (name: string): string => join(host.workspace, name)
  return { host, threadId, at, text: name => readFileSync(at(name), 'utf8') }
}
