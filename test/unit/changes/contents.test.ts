import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { Contents, hashOf } from '../../../src/main/changes/store/contents'
import { openLedgerDatabase } from '../../../src/main/changes/store/ledgerDatabase'
import { temporaryFolder } from '../../support/temporaryFolder'

it('gives back every content as it was, from packs and from files', async () => {
  const { contents, reopened } = await someContents()
  const kept = [Buffer.from(''), Buffer.from('a\n'), randomBytes(300_000), randomBytes(1_048_576), randomBytes(3_000_000)]
  const hashes = kept.map(bytes => contents.keep(bytes))
  contents.flush()
  expect(hashes.map(hash => hashOf(contents.read(hash)!))).toEqual(kept.map(hashOf))
  expect(hashes.map(hash => hashOf(reopened().read(hash)!))).toEqual(kept.map(hashOf))
})

it('keeps the same content once', async () => {
  const { contents, folder } = await someContents()
  const [small, large] = [Buffer.from('same\n'.repeat(1000)), randomBytes(2_000_000)]
  contents.keep(small)
  contents.keep(large)
  contents.flush()
  const before = contents.storedBytes()
  contents.keep(Buffer.from(small))
  contents.keep(large)
  contents.flush()
  expect(contents.storedBytes()).toBe(before)
  expect(readdirSync(join(folder, 'large'))).toHaveLength(1)
})

it('copies a large file, for its owner alone', async () => {
  const { contents, folder } = await someContents()
  const bytes = randomBytes(5_000_000)
  const path = join(folder, 'video')
  writeFileSync(path, bytes, { mode: 0o644 })
  const { hash, size } = contents.keepLarge(path)
  expect({ hash, size }).toEqual({ hash: hashOf(bytes), size: bytes.length })
  expect(contents.read(hash)!.equals(bytes)).toBe(true)
  expect(statSync(join(folder, 'large', hash)).mode & 0o777).toBe(0o600)
})

it('does not give back what is damaged', async () => {
  const { contents, folder, sql, reopened } = await someContents()
  const small = contents.keep(randomBytes(1_000))
  const large = contents.keep(randomBytes(2_000_000))
  contents.flush()
  const pack = sql.prepare<[], Buffer>('SELECT bytes FROM packs').pluck().get()!
  pack[pack.length >> 1]! ^= 1
  sql.prepare('UPDATE packs SET bytes = ?').run(pack)
  expect(reopened().read(small)).toBeUndefined()
  writeFileSync(join(folder, 'large', large), randomBytes(2_000_000))
  expect(contents.read(large)).toBeUndefined()
  expect(contents.read(hashOf(Buffer.from('never kept')))).toBeUndefined()
})

async function someContents() {
  const folder = temporaryFolder('parley-ledger-')
  const database = openLedgerDatabase(folder)
  onTestFinished(() => database.close())
  return { folder, sql: database.sql, contents: new Contents(database), reopened: () => new Contents(database) }
}
