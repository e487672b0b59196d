import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EditedFile } from '../support/editedFile'
import { type TestHost, testHost } from '../support/testHost'

it('edits one text in two windows, saves it with its line endings and mark, and forgets it when it is closed', async () => {
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
  expect(await host.client.unsavedFiles({})).toEqual([{ path: place.path, threadId }])

  expect(await host.client.saveBuffer(place)).toEqual({ outcome: 'saved' })
  expect(text('notes.txt')).toBe('\uFEFFONE\r\ntwo\r\nthree\r\nfour\r\n')
  expect(first.state.isUnsaved).toBe(false)
  expect(await host.client.unsavedFiles({})).toEqual([])
  await host.client.closeBuffer(place)
  const late = { ...place, version: 0, updates: [{ clientId: 'first', changes: [] }] }
  await expect(host.client.updateBuffer(late)).rejects.toMatchObject({ code: 'not_found' })
})

it('asks before a save replaces what it has not seen', async () => {
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
