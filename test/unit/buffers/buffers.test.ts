import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openedBuffers } from '../../support/openedBuffers'

it('asks before a save replaces what another program wrote while it was on its way', async () => {
  const { buffers, type } = openedBuffers()
  const place = await type('notes.txt', 'one\n')
  const whileRecording = async <T>(work: () => Promise<T>): Promise<T> => {
    writeFileSync(place.realPath, 'theirs\n')
    return work()
  }
  expect(await buffers.save(place, undefined, whileRecording)).toMatchObject({ outcome: 'changed', theirs: 'theirs\n' })
  expect(readFileSync(place.realPath, 'utf8')).toBe('theirs\n')
})

it('saves over no file that another program writes all the time, and does not take it for gone', async () => {
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

it('keeps no text of a thread that was deleted while its file was looked at', async () => {
  const { folder, buffers, type } = openedBuffers()
  const place = await type('scratch/notes.txt', 'one\n')
  buffers.lookSoon()
  buffers.forget('t', join(folder, 'scratch'))
  rmSync(join(folder, 'scratch'), { recursive: true })
  await buffers.use(place.realPath, async file => expect(file).toBeUndefined()) // after the look
  expect(buffers.unsaved).toEqual([])
})
