import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { backUp } from '../../../src/main/store/recovery/backUp'
import { listCopies } from '../../../src/main/store/recovery/copies'
import { openSearchFile } from '../../../src/main/store/search/searchFile'
import { SecretStore } from '../../../src/main/store/secretStore'
import { SettingsStore } from '../../../src/main/store/settings/settingsStore'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { createFilled, listSetAsideFiles, makeDatabasePath } from './filledDatabase'

const isPosix = process.platform !== 'win32'
const obstacles = [
  { what: 'a folder', make: (path: string) => void mkdirSync(path) },
  { what: 'a pipe', make: (path: string) => void execFileSync('mkfifo', [path]) },
].slice(0, isPosix ? 2 : 1)

describe('a path of the database', () => {
  it.each(obstacles)('that is $what is reported with advice and left unchanged', ({ make }) => {
    const file = createFilled({ threadCount: 1 })
    renameSync(file, `${file}.away`)
    make(file)
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringMatching(/is not a file.*Move it away/) as string }),
    )
    expect(lstatSync(file).isFile()).toBe(false)
    expect(listSetAsideFiles(file)).toEqual([])

    rmSync(file, { recursive: true })
    renameSync(`${file}.away`, file)
    expect(readThreadIds(file)).toEqual(['t0'])
  })

  it('that is a link to the database leads to it and its companion files', async () => {
    const [file, elsewhere] = [createFilled({ threadCount: 1 }), makeDatabasePath()]
    cpSync(dirname(file), dirname(elsewhere), { recursive: true })
    rmSync(file)
    symlinkSync(elsewhere, file)
    const { sql, file: used, close } = openDatabase(file)
    expect(await backUp({ sql, file: used!, signal: new AbortController().signal })).toBe('made')
    close()
    expect(listCopies(elsewhere, 'backup')).toHaveLength(1)

    writeFileSync(elsewhere, 'damaged')
    expect(readThreadIds(file)).toEqual(['t0'])
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(listSetAsideFiles(elsewhere)).toHaveLength(1)
  })

  it('that is a link to another file is reported, and both are kept', () => {
    const file = makeDatabasePath()
    const text = join(dirname(file), 'notes.txt')
    mkdirSync(dirname(file))
    writeFileSync(text, 'my notes, longer than the mark of a database')
    symlinkSync(text, file)
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringMatching(/notes.txt", which is not a database/) as string }),
    )
    expect(readFileSync(text, 'utf8')).toContain('my notes')
    expect(listSetAsideFiles(text)).toEqual([])
  })

  it('that is a dangling link is reported, and the link is kept', () => {
    const file = createFilled({ threadCount: 1 })
    rmSync(file)
    symlinkSync('/nowhere/parley.db', file)
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({
        code: 'storage',
        message: expect.stringMatching(/link to a missing database.*Restore that/) as string,
      }),
    )
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
  })

  it('that is another program\'s database is reported and left unchanged', () => {
    const file = makeDatabasePath()
    mkdirSync(dirname(file))
    const other = new Database(file)
    other.exec('PRAGMA application_id = 7; CREATE TABLE threads (thread_id TEXT); INSERT INTO threads VALUES (\'theirs\')')
    other.close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringMatching(/another program.*--data-dir/) as string }),
    )
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(listSetAsideFiles(file)).toEqual([])
  })
})

it.each(obstacles.slice(1))('starts although $what is in place of a file that Parley can recreate', ({ make }) => {
  const file = createFilled({ threadCount: 1 })
  for (const name of [`${file}.made`, join(dirname(file), 'search.db')]) {
    rmSync(name, { force: true })
    make(name)
  }
  const database = openDatabase(file)
  expect(new ThreadStore(database).listThreads()).toHaveLength(1)
  database.close()
  const search = openSearchFile(join(dirname(file), 'search.db'))
  expect(search.pragma('quick_check', { simple: true })).toBe('ok')
  search.close()
  expect(readThreadIds(file)).toEqual(['t0'])
})

describe('after an unclean shutdown', () => {
  it('reports a missing write-ahead log, once', () => {
    const file = copyOpenDatabase()
    rmSync(`${file}-wal`)
    const database = openDatabase(file)
    expect(database.problem).toMatch(/-wal".*has disappeared since.*the end of some threads is missing/)
    database.close()
    const again = openDatabase(file)
    expect(again.problem).toBeUndefined()
    again.close()
  })

  it('reports nothing if nothing is missing', () => {
    const file = copyOpenDatabase()
    const database = openDatabase(file)
    expect(database.problem).toBeUndefined()
    expect(new ThreadStore(database).listThreads()).toHaveLength(2)
    database.close()
  })

  it('opens with a write-ahead log truncated at any length, without losing checkpointed events', () => {
    for (const part of [0, 0.3, 0.7, 0.99]) {
      const file = copyOpenDatabase()
      truncateSync(`${file}-wal`, Math.floor(lstatSync(`${file}-wal`).size * part))
      const database = openDatabase(file)
      expect(database.sql.pragma('integrity_check', { simple: true }), String(part)).toBe('ok')
      expect(new ThreadStore(database).readEvents('t0', { afterSeq: 0 }), String(part)).toHaveLength(50)
      database.close()
    }
  })
})

it('recovers from the other backups if a folder replaced one', async () => {
  const file = createFilled({ threadCount: 1 })
  const { sql, close } = openDatabase(file)
  await backUp({ sql, file, signal: new AbortController().signal })
  close()
  mkdirSync(`${file}.backup-2`)
  writeFileSync(file, 'damaged')
  expect(readThreadIds(file)).toEqual(['t0'])
})

describe('settings and secrets', () => {
  it.each(obstacles)('that have become $what are reported without blocking, and kept', ({ make }) => {
    const folder = dirname(makeDatabasePath())
    mkdirSync(folder)
    for (const name of ['settings.json', 'secrets.json'])
      make(join(folder, name))
    const settings = new SettingsStore(folder)
    onTestFinished(() => settings.dispose())
    expect(settings.settings.faults[0]!.message).toMatch(/is not a file. Move it away/)
    expect(settings.settings.sandboxes).toBe('unknown')
    expect(() => settings.edit([{ path: ['idleMinutes'], value: 1 }])).toThrow(/could not be changed.*is not a file/)
    expect(() => new SecretStore({ dataFolder: folder }).read('key')).toThrow(/Repair or remove/)
    expect(existsSync(join(folder, 'settings.json'))).toBe(true)
  })
})

it.runIf(isPosix)('makes stored files readable by their owner only, including those of earlier versions', async () => {
  const file = createFilled({ threadCount: 1 })
  const folder = dirname(file)
  writeFileSync(join(folder, 'settings.json'), '{}')
  writeFileSync(`${file}.backup-1`, '')
  for (const name of readdirSync(folder))
    chmodSync(join(folder, name), 0o644)
  const settings = new SettingsStore(folder)
  onTestFinished(() => settings.dispose())
  const database = openDatabase(file)
  new ThreadStore(database).createThread({ threadId: 'x', title: 'X', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  await backUp({ sql: database.sql, file, signal: new AbortController().signal })

  const stored = readdirSync(folder).filter(name => /\.db(?:-wal|-shm|\.backup-\d)?$|settings/.test(name))
  expect(stored).toEqual(expect.arrayContaining(['settings.json', `${basename(file)}-wal`, `${basename(file)}.backup-2`]))
  expect(stored.filter(name => (lstatSync(join(folder, name)).mode & 0o077) !== 0)).toEqual([])
  database.close()
  for (const name of readdirSync(folder).filter(name => name.startsWith(basename(file))))
    rmSync(join(folder, name))
  openDatabase(file).close()
  expect(lstatSync(file).mode & 0o777).toBe(0o600)
})

function readThreadIds(file: string): string[] {
  const database = openDatabase(file)
  try {
    return new ThreadStore(database).listThreads().map(({ threadId }) => threadId)
  }
  finally {
    database.close()
  }
}

/** A database as a killed Parley leaves it, with a second thread in its write-ahead log. */
function copyOpenDatabase(): string {
  const [file, killed] = [createFilled({ threadCount: 1 }), makeDatabasePath()]
  const database = openDatabase(file)
  new ThreadStore(database).createThread({ threadId: 'late', title: 'Late', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  cpSync(dirname(file), dirname(killed), { recursive: true })
  database.close()
  return killed
}
