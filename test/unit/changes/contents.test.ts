import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { Contents, hashBytes, listContentFiles } from '../../../src/main/changes/store/contents'
import { dropReportedLosses, openLedgerDatabase, readLosses } from '../../../src/main/changes/store/ledgerDatabase'
import { openLedgerTables } from '../../../src/main/changes/store/ledgerTables'
import { temporaryFolder } from '../../support/temporaryFolder'

it('returns every content unchanged, from packs and from separate files', async () => {
  const { contents, folder, reopened } = createContents()
  const kept = [Buffer.from(''), Buffer.from('a\n'), randomBytes(300_000), randomBytes(1_048_576), randomBytes(3_000_000)]
  const hashes = kept.map(bytes => contents.keep(bytes))
  contents.flush()
  expect(hashes.map(hash => hashBytes(contents.read(hash)!))).toEqual(kept.map(hashBytes))
  expect(hashes.map(hash => hashBytes(reopened().read(hash)!))).toEqual(kept.map(hashBytes))
  expect(statSync(join(folder, listContentFiles(folder)[0]!)).mode & 0o777).toBe(0o600)
})

it('stores equal contents once', () => {
  const { contents, folder } = createContents()
  const [small, large] = [Buffer.from('same\n'.repeat(1000)), randomBytes(2_000_000)]
  const keepBoth = (): void => {
    contents.keep(Buffer.from(small))
    contents.keep(large)
    contents.flush()
  }
  keepBoth()
  const before = contents.storedBytes()
  keepBoth()
  expect(contents.storedBytes()).toBe(before)
  expect(listContentFiles(folder)).toHaveLength(2)
})

it.each([
  ['damaged', (path: string) => writeFileSync(path, randomBytes(1_000))],
  ['cut short', (path: string) => truncateSync(path, 3)],
  ['missing', (path: string) => rmSync(path)],
  ['a folder', (path: string) => {
    rmSync(path)
    mkdirSync(path)
  }],
])('loses only the contents of a file that is %s, which can be stored again', (_what, harm) => {
  const { contents, folder, reopened } = createContents()
  const [small, large] = [randomBytes(1_000), randomBytes(2_000_000)]
  for (const bytes of [small, large]) {
    const hash = contents.keep(bytes)
    contents.flush()
    const [file] = listContentFiles(folder)
    const other = contents.keep(randomBytes(1_000))
    contents.flush()
    harm(join(folder, file!))
    const after = reopened()
    expect(after.read(hash)).toBeUndefined()
    expect(after.read(other)).toBeDefined()
    rmSync(join(folder, file!), { recursive: true, force: true })
    after.keep(bytes)
    after.flush()
    expect(after.read(hash)?.equals(bytes)).toBe(true)
    rmSync(join(folder, 'packs'), { recursive: true })
  }
})

it('deletes unreferenced contents, and keeps others in the same pack', () => {
  const { contents, folder, sql } = createContents()
  const [needed, dropped] = [contents.keep(Buffer.from('needed')), contents.keep(Buffer.from('dropped'))]
  const large = contents.keep(randomBytes(2_000_000))
  contents.flush()
  writeFileSync(join(folder, 'packs', 'left by a crash'), '')
  const add = sql.prepare('INSERT INTO versions (path, before, after, author, at) VALUES (\'a\', \'-\', ?, \'you\', 0)')
  add.run(`f 644 ${needed}`)
  expect(contents.dropUnused(1_000)).toBe(false)
  contents.shrink()
  expect(listContentFiles(folder)).toHaveLength(1)
  expect(contents.read(needed)?.toString()).toBe('needed')
  expect([dropped, large].map(hash => contents.read(hash))).toEqual([undefined, undefined])
})

it('opens a ledger of version 2 with its contents', () => {
  const { folder, contents, sql, close } = createContents()
  const small = contents.keep(Buffer.from('small'))
  contents.flush()
  const large = randomBytes(2_000_000)
  makeVersion2(sql, folder)
  mkdirSync(join(folder, 'large'))
  writeFileSync(join(folder, 'large', hashBytes(large)), large)
  sql.prepare('INSERT INTO contents VALUES (?, NULL, NULL, ?)').run(Buffer.from(hashBytes(large), 'hex'), large.length)
  close()
  const opened = openLedgerDatabase(folder)
  onTestFinished(() => opened.close())
  const moved = new Contents(opened)
  expect(readLosses(opened)).toEqual([])
  expect(moved.read(small)?.toString()).toBe('small')
  expect(moved.read(hashBytes(large))?.equals(large)).toBe(true)
  expect(moved.dropUnused(1_000)).toBe(false)
  moved.shrink()
  expect(listContentFiles(folder)).toEqual([])
})

it.each([
  ['of an unknown version', (file: string) => {
    const sql = new Database(file)
    sql.exec('INSERT INTO operations VALUES (1, \'t\', \'reject\', NULL, NULL, 0, 0, 0, 0)')
    sql.exec('INSERT INTO steps VALUES (1, \'a\', \'-\', \'-\', \'x\', NULL)')
    sql.pragma('user_version = 1')
    sql.close()
  }, 'A decision about one file was interrupted'],
  ['that is damaged', (file: string) => writeFileSync(file, 'no database'.repeat(1_000)), 'If a decision was interrupted'],
])('sets aside a ledger %s, and reports it until a turn has ended', (_what, harm, words) => {
  const { folder, close } = createContents()
  close()
  harm(join(folder, 'ledger.db'))
  const opened = openLedgerDatabase(folder)
  onTestFinished(() => opened.close())
  const said = (): string[] => {
    dropReportedLosses(opened)
    return readLosses(opened)
  }
  expect(said()).toEqual([expect.stringContaining(words)])
  const { turns } = openLedgerTables(opened)
  turns.begin({ threadId: 't', promptId: 'p', first: 0, at: 1 })
  expect(said()).toEqual([expect.stringContaining(words)])
  turns.end({ threadId: 't', promptId: 'p', last: 0 })
  expect(said()).toEqual([])
})

function createContents() {
  const folder = temporaryFolder('parley-ledger-')
  const database = openLedgerDatabase(folder)
  onTestFinished(() => database.close())
  const { sql, close } = database
  return { folder, sql, close, contents: new Contents(database), reopened: () => new Contents(database) }
}

/** The format of that version: packs in the database. */
function makeVersion2(sql: Database.Database, folder: string): void {
  const files = sql.prepare<[], { id: number, file: string }>('SELECT id, file FROM packs').all()
  sql.exec(`
    DROP TABLE losses;
    ALTER TABLE packs RENAME TO files_of_packs;
    ALTER TABLE contents RENAME TO places;
    CREATE TABLE packs (id INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL);
    CREATE TABLE contents (hash BLOB PRIMARY KEY, pack INTEGER, start INTEGER, size INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX large_contents ON contents (size) WHERE pack IS NULL;
    INSERT INTO contents SELECT * FROM places;
    DROP TABLE files_of_packs;
    DROP TABLE places`)
  files.forEach(({ id, file }) => sql.prepare('INSERT INTO packs VALUES (?, ?)').run(id, readFileSync(join(folder, file))))
  rmSync(join(folder, 'packs'), { recursive: true })
  sql.pragma('user_version = 2')
}
