import { appendFileSync, chmodSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openedBuffers } from '../../support/openedBuffers'

it('asks before a save replaces a concurrent write of another program', async () => {
  const { buffers, type } = openedBuffers()
  const place = await type('notes.txt', 'one\n')
  const whileRecording = async <T>(work: () => Promise<T>): Promise<T> => {
    writeFileSync(place.realPath, 'theirs\n')
    return work()
  }
  expect(await buffers.save(place, undefined, whileRecording)).toMatchObject({ outcome: 'changed', theirs: 'theirs\n' })
  expect(readFileSync(place.realPath, 'utf8')).toBe('theirs\n')
})

it('does not overwrite a file that another program keeps writing, nor treat it as deleted', async () => {
  const { buffers, type } = openedBuffers()
  const place = await type('log.txt', 'line\n'.repeat(100_000))
  let writing = setImmediate(function write() {
    appendFileSync(place.realPath, 'line\n')
    writing = setImmediate(write)
  })
  try {
    await expect(buffers.save(place, undefined, async work => work())).rejects.toThrow(/Another program is writing/)
    expect(await buffers.use(place.realPath, async file => file?.buffer.isGone)).toBe(false)
  }
  finally {
    clearImmediate(writing)
  }
  expect(statSync(place.realPath).size).toBeGreaterThan(500_000)
})

it('drops the text of a thread that was deleted while its file was being read', async () => {
  const { folder, buffers, type } = openedBuffers()
  const place = await type('scratch/notes.txt', 'one\n')
  buffers.checkSoon()
  buffers.forget('t', join(folder, 'scratch'))
  rmSync(join(folder, 'scratch'), { recursive: true })
  await buffers.use(place.realPath, async file => expect(file).toBeUndefined()) // after the look
  expect(buffers.unsaved).toEqual([])
})

it('follows the permissions of an open file, and keeps text typed before it became read-only', async () => {
  const { buffers, type, states } = openedBuffers()
  const place = await type('notes.txt', 'one\n')
  const readOnly = 'Its permissions allow nobody to write it.'
  const save = () => buffers.save(place, undefined, async work => work())
  chmodSync(place.realPath, 0o444)
  await expect(save()).rejects.toThrow(readOnly)
  const typed = { isUnsaved: true, isGone: false, encoding: 'utf-8', lineEnding: 'lf' }
  expect(states).toEqual([typed, { ...typed, readOnly }])
  chmodSync(place.realPath, 0o644)
  await buffers.use(place.realPath, async () => expect(states.at(-1)).toEqual(typed))
  chmodSync(place.realPath, 0o444)
  await buffers.use(place.realPath, async file => expect(() => file?.buffer.update(1, [])).toThrow(readOnly))
  rmSync(place.realPath)
  expect(await save()).toEqual({ outcome: 'saved' })
  expect(readFileSync(place.realPath, 'utf8')).toBe('typed one\n')
})

it('overwrites a file with several hard links in place, so that they stay the same file', async () => {
  const { folder, buffers, type } = openedBuffers()
  const place = await type('notes.txt', 'one, and much more than what will be written')
  linkSync(place.realPath, join(folder, 'linked.txt'))
  chmodSync(place.realPath, 0o640)
  const { ino } = statSync(place.realPath)
  expect(await buffers.save(place, undefined, async work => work())).toEqual({ outcome: 'saved' })
  expect(readFileSync(join(folder, 'linked.txt'), 'utf8')).toBe('typed one, and much more than what will be written')
  expect([statSync(place.realPath).ino, statSync(place.realPath).mode & 0o777]).toEqual([ino, 0o640])
  expect(buffers.unsaved).toEqual([])
})

it('keeps the text of an interrupted overwrite, and does not attribute the partial file to others', async () => {
  const { buffers, type, restarted } = openedBuffers()
  const place = await type('notes.txt', 'one\ntwo\nthree\n')
  await buffers.use(place.realPath, async file => file?.buffer.beginWrite())
  await buffers.dispose()
  writeFileSync(place.realPath, 'typed oneo\nthree\n')
  const again = restarted()
  const view = await again.open(place, { emit: () => undefined })
  expect(view).toMatchObject({ text: 'typed one\ntwo\nthree\n', isUnsaved: true })
  expect(view).not.toHaveProperty('conflict')
  expect(await again.save(place, undefined, async work => work())).toEqual({ outcome: 'saved' })
  expect(readFileSync(place.realPath, 'utf8')).toBe('typed one\ntwo\nthree\n')
})

it('reports the new encoding and line endings after another program changed them', async () => {
  const { buffers, type, states } = openedBuffers()
  const place = await type('notes.txt', 'one\n')
  await buffers.save(place, undefined, async work => work())
  writeFileSync(place.realPath, 'caf\u00E9\r\n', 'latin1')
  await buffers.use(place.realPath, async file => file?.buffer.text)
  expect(states.at(-1)).toEqual({ isUnsaved: false, isGone: false, encoding: 'latin1', lineEnding: 'crlf' })
})

it('closes a file if its window closes while the file opens', async () => {
  const { folder, buffers } = openedBuffers()
  const realPath = join(folder, 'notes.txt')
  writeFileSync(realPath, 'one\n')
  const viewer = { emit: () => undefined }
  const opening = buffers.open({ realPath, threadId: 't' }, viewer)
  buffers.release(viewer)
  await expect(opening).rejects.toMatchObject({ code: 'closed' })
  expect(buffers.has(realPath)).toBe(false)
})
