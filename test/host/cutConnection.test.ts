import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CodeWindow } from '../support/codeWindow'
import { EditedFile } from '../support/editedFile'
import { type TestHost, testHost } from '../support/testHost'

const text = 'one\ntwo\nthree\nfour\nfive\n'

it('merges text typed while disconnected with text typed by others', async () => {
  const { host, place } = await opened()
  const other = await EditedFile.open(host.connection, place, 'other')
  const mine = await CodeWindow.open(host.connectAnother(), place)
  mine.type('two', 'TWO')
  await mine.push()
  mine.cut()
  mine.type('TWO', 'TWO and')
  await expect(mine.push()).rejects.toMatchObject({ code: 'closed' })
  mine.type('TWO and', 'TWO and more')
  other.type('four', 'FOUR')
  await other.push()
  await mine.reconnect(host.connectAnother())
  expect(mine.text).toBe('one\nTWO and more\nthree\nFOUR\nfive\n')
  expect(other.text).toBe(mine.text)
  expect(other.state).toMatchObject({ isUnsaved: true })
})

it('does not repeat text that the host received but could not confirm', async () => {
  const { host, place } = await opened()
  await EditedFile.open(host.connection, place, 'other') // it stays open
  const mine = await CodeWindow.open(host.connectAnother(), place)
  mine.type('two', 'two two')
  mine.push().catch(() => 'the answer is not waited for')
  await host.next('bufferUpdates')
  mine.cut()
  mine.type('three', 'three three')
  await mine.reconnect(host.connectAnother())
  expect(mine.text).toBe('one\ntwo two\nthree three\nfour\nfive\n')
})

it('merges text typed while Parley restarts with the file on disk, and keeps both versions of a conflict', async () => {
  const { host, place } = await opened()
  const mine = await CodeWindow.open(host.connectAnother(), place)
  mine.type('three', 'THREE')
  await mine.push()
  mine.cut()
  mine.type('THREE', 'THREE and more')
  mine.type('five', 'five, mine')
  const next = await host.restart()
  writeFileSync(place.path, text.replace('one', 'ONE').replace('five', 'five, theirs'))
  await mine.reconnect(next.connectAnother())
  expect(mine.text).toBe('ONE\ntwo\nTHREE and more\nfour\nfive, mine\n')
  const conflicting = await EditedFile.open(next.connection, place)
  expect(conflicting.state).toMatchObject({ isUnsaved: true, conflict: { by: { kind: 'others' }, count: 1 } })
  await next.client.settleBuffer({ ...place, choice: 'theirs', key: conflicting.state.conflict!.key })
  const settled = await EditedFile.open(next.connection, place)
  expect(settled.text).toBe('ONE\ntwo\nTHREE and more\nfour\nfive, theirs\n')
})

it('keeps text that the host rejects until the host accepts it', async () => {
  const { host, place } = await opened()
  const mine = await CodeWindow.open(host.connectAnother(), place)
  mine.cut()
  mine.type('two', 'TWO')
  rmSync(place.path)
  await mine.reconnect(host.connectAnother())
  expect(mine.unsent.refused.value).toMatchObject([{ why: expect.stringContaining('not found') }])
  expect(mine.unsent.refused.value[0]?.text.text()).toBe(text.replace('two', 'TWO'))
  writeFileSync(place.path, `zero\n${text}`)
  await mine.reconnect(host.connectAnother())
  expect(mine.unsent.refused.value).toEqual([])
  expect(mine.text).toBe(`zero\n${text.replace('two', 'TWO')}`)
  expect(readFileSync(place.path, 'utf8')).toBe(`zero\n${text}`)
})

async function opened(): Promise<{ host: TestHost, place: { threadId: string, path: string } }> {
  const host = await testHost()
  const { threadId } = await host.startThread()
  const path = join(realpathSync(host.workspace), 'notes.txt')
  writeFileSync(path, text)
  return { host, place: { threadId, path } }
}
