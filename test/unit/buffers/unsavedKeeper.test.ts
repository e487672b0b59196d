import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EditorState } from '@codemirror/state'
import { expect, it, onTestFinished } from 'vitest'
import { mergeAtOnce } from '../../../src/main/buffers/text/mergeWork'
import { decodeBytes } from '../../../src/main/buffers/text/textFormat'
import { TextBuffer } from '../../../src/main/buffers/textBuffer'
import { UnsavedKeeper, type UnsavedKeeperOptions } from '../../../src/main/buffers/unsavedKeeper'
import { setAsideUnsaved } from '../../../src/main/host/openThreads'
import { openDatabase, type StoreDatabase } from '../../../src/main/store/database'
import { UnsavedFileTable } from '../../../src/main/store/tables/unsavedFileTable'

it('restores typed text with its base, line endings and conflict, and deletes saved text', async () => {
  const { keeper, another } = openKeeper()
  const buffer = await createBuffer('/notes', '\uFEFFone\r\ntwo\nthree\r')
  type(buffer, 'ONE')
  const { disk: changed } = await createBuffer('/notes', '\uFEFFtwo\r\ntwo\nthree\r')
  mergeAtOnce(buffer.takingDisk({ ...changed, hash: 'h2' }, { kind: 'disk' }))
  keeper.changed(buffer, 'thread')
  keeper.flush()
  const again = another()
  expect(again.entries).toMatchObject([{ path: '/notes', threadId: 'thread' }])
  const { unsaved, ...restored } = again.restore('/notes')!
  const back = new TextBuffer({ path: '/notes', ...restored, unsaved, onUpdates: () => undefined, onChange: () => undefined })
  expect([back.text.toString(), back.disk.hash, back.disk.format]).toEqual([buffer.text.toString(), 'h2', buffer.disk.format])
  expect(back.state).toEqual(buffer.state)
  expect(back.state.conflict?.count).toBe(1)

  buffer.markSaved({ ...buffer.disk, text: buffer.text, hash: 'h3' }, buffer.conflict)
  keeper.changed(buffer, 'thread')
  keeper.flush()
  expect([another().entries, another().restore('/notes')]).toEqual([[], undefined])
})

it('rejects text above the limit, and says what to do', async () => {
  const { keeper } = openKeeper()
  for (let count = 0; count < 200; count++) {
    const buffer = await createBuffer(`/file ${count}`, 'text')
    type(buffer, 'more')
    keeper.changed(buffer, 't')
  }
  keeper.flush()
  expect(() => keeper.ensureRoom('/file 7', 0)).not.toThrow()
  expect(() => keeper.ensureRoom('/file 200', 0)).toThrow(/200 files and 64 MB. Save some/)
  expect(() => keeper.ensureRoom('/file 7', 64 * 1024 * 1024)).toThrow(expect.objectContaining({ code: 'storage' }))
})

it('sets aside rows of a damaged database that do not match, and opens the file without them', async () => {
  const told: string[] = []
  const dataFolder = mkdtempSync(join(tmpdir(), 'parley-data-'))
  onTestFinished(() => rmSync(dataFolder, { recursive: true }))
  let isFull = true
  const { keeper, another, sql } = openKeeper((row) => {
    if (isFull)
      throw new Error('the disk is full')
    setAsideUnsaved(row, { dataFolder, report: words => told.push(words) })
  })
  const buffer = await createBuffer('/notes', 'text')
  type(buffer, 'more')
  keeper.changed(buffer, 't')
  keeper.flush()
  sql.exec('UPDATE unsaved_bases SET base = \'another\'')
  expect(() => another().restore('/notes')).toThrow('full')
  isFull = false
  expect(another().restore('/notes')).toBeUndefined()
  const [name] = readdirSync(dataFolder)
  expect(told).toEqual([expect.stringContaining(`kept in ${join(dataFolder, name!)}.`)])
  const kept: unknown = JSON.parse(readFileSync(join(dataFolder, name!), 'utf8'))
  expect(kept).toMatchObject({ path: '/notes', changes: expect.stringContaining('more') })
  keeper.changed(buffer, 't')
  sql.exec('DELETE FROM unsaved_bases')
  expect(another().entries).toEqual([])
})

function openKeeper(
  setAside: UnsavedKeeperOptions['setAside'] = () => undefined,
): { keeper: UnsavedKeeper, another: () => UnsavedKeeper, sql: StoreDatabase['sql'] } {
  const database = openDatabase(':memory:')
  const store = new UnsavedFileTable(database)
  const keepers: UnsavedKeeper[] = []
  const another = (): UnsavedKeeper => {
    keepers.push(new UnsavedKeeper({ store, write: (_path, work) => work(), setAside, report: () => undefined }))
    return keepers.at(-1)!
  }
  onTestFinished(() => {
    keepers.forEach(keeper => keeper.dispose())
    database.close()
  })
  return { keeper: another(), another, sql: database.sql }
}

async function createBuffer(path: string, content: string): Promise<TextBuffer> {
  const decoded = await decodeBytes(new TextEncoder().encode(content))
  if (decoded.kind === 'other')
    throw new Error(decoded.reason)
  return new TextBuffer({ path, disk: { ...decoded, hash: 'h1' }, onUpdates: () => undefined, onChange: () => undefined })
}

/** Over the first three characters. */
function type(buffer: TextBuffer, insert: string): void {
  const { changes } = EditorState.create({ doc: buffer.text }).update({ changes: { from: 0, to: 3, insert } })
  buffer.update(buffer.known.version, [{ clientId: 'w', changes: changes.toJSON() }])
}
