import type { BufferState } from '../../src/shared/contract/methods/bufferMethods'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type BufferPlace, Buffers } from '../../src/main/buffers/buffers'
import { openDatabase } from '../../src/main/store/database'
import { UnsavedFileTable } from '../../src/main/store/tables/unsavedFileTable'
import { UnfinishedWrites } from '../../src/main/workspace/files/unfinishedWrites'

/** Buffers with their own temporary folder and database. */
export function openedBuffers(): {
  folder: string
  buffers: Buffers
  /** Returns the buffers as after a restart of Parley. */
  restarted: () => Buffers
  /** State events of files, as sent to windows. */
  states: BufferState[]
  /** Writes a file, opens it, and types at its start. */
  type: (name: string, content: string) => Promise<BufferPlace>
} {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-buffers-')))
  const states: BufferState[] = []
  const database = openDatabase(':memory:')
  const made: Buffers[] = []
  const open = (): Buffers => {
    const buffers = new Buffers({
      setAside: () => undefined,
      store: new UnsavedFileTable(database),
      write: (_path, work) => work(),
      unfinishedWrites: new UnfinishedWrites(join(folder, 'writes')),
      onState: (_path, state) => states.push(state),
      findAuthor: () => ({ kind: 'disk' }),
      report: error => expect.fail(String(error)),
    })
    made.push(buffers)
    return buffers
  }
  const buffers = open()
  onTestFinished(async () => {
    await Promise.all(made.map(one => one.dispose()))
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const viewer = { emit: () => undefined }
  return {
    folder,
    buffers,
    restarted: open,
    states,
    type: async (name, content) => {
      const place = { threadId: 't', realPath: join(folder, name) }
      mkdirSync(dirname(place.realPath), { recursive: true })
      writeFileSync(place.realPath, content)
      const view = await buffers.open(place, viewer)
      const rest = view.kind === 'text' ? view.text.length : 0
      buffers.edited(place, viewer).update(0, [{ clientId: 'w', changes: [[0, 'typed '], rest] }])
      return place
    },
  }
}
