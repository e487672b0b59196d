import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Buffers } from '../../../src/main/buffers/buffers'
import { unsavedReader } from '../../../src/main/buffers/unsavedReader'
import { openDatabase } from '../../../src/main/store/database'
import { UnsavedFileTable } from '../../../src/main/store/tables/unsavedFileTable'
import { UnfinishedWrites } from '../../../src/main/workspace/files/unfinishedWrites'
import { Workspace } from '../../../src/main/workspace/workspace'

it('lists unsaved files of some folders, never those that hold secrets or are closed, and reads them as they would be saved', async () => {
  const { folder, buffers, type } = opened()
  await type('inside/notes.txt', 'one\r\ntwo\r\n')
  await type('inside/.env', 'TOKEN')
  await type('outside/notes.txt', 'text')
  await type('inside/data/notes.txt', 'of another thread')
  const workspace = await Workspace.open([join(folder, 'inside')], { closed: [join(folder, 'inside/data')] })
  const reader = unsavedReader(buffers)
  const path = join(folder, 'inside/notes.txt')
  expect(await reader.unsavedIn({ workspace })).toEqual([{ path }])
  expect(await reader.readUnsaved(path, {})).toBe('typed one\r\ntwo\r\n')
  expect(await reader.readUnsaved(path, { line: 2, limit: 1 })).toBe('two\r\n')
  expect(await reader.readUnsaved(join(folder, 'inside/other.txt'), {})).toBeUndefined()
})

function opened(): { folder: string, buffers: Buffers, type: (name: string, content: string) => Promise<void> } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-buffers-')))
  for (const name of ['inside/data', 'outside'])
    mkdirSync(join(folder, name), { recursive: true })
  const database = openDatabase(':memory:')
  const buffers = new Buffers({
    store: new UnsavedFileTable(database),
    write: (_path, work) => work(),
    unfinishedWrites: new UnfinishedWrites(join(folder, 'writes')),
    onState: () => undefined,
    report: error => expect.fail(String(error)),
  })
  onTestFinished(async () => {
    await buffers.dispose()
    database.close()
    rmSync(folder, { recursive: true })
  })
  const viewer = { tell: () => undefined }
  return {
    folder,
    buffers,
    type: async (name, content) => {
      const place = { threadId: 't', realPath: join(folder, name) }
      writeFileSync(place.realPath, content)
      const view = await buffers.open(place, viewer)
      const rest = view.kind === 'text' ? view.text.length : 0
      buffers.edited(place, viewer).update(0, [{ clientId: 'w', changes: [[0, 'typed '], rest] }])
    },
  }
}
