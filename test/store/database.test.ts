import Database from 'better-sqlite3'
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/main/store/database'
import { migrations } from '../../src/main/store/migrations'
import { ThreadStore } from '../../src/main/store/threadStore'
import { temporaryFolder } from './temporaryFolder'

function newFile(): string {
  return join(temporaryFolder(), 'data', 'parley.db')
}

/** A closed database with `threadCount` threads of 50 events each. */
function filled({ threadCount }: { threadCount: number }): string {
  const file = newFile()
  const database = openDatabase(file)
  const store = new ThreadStore(database)
  for (let thread = 0; thread < threadCount; thread++) {
    store.createThread({ threadId: `t${thread}`, title: `Thread ${thread}`, agentId: 'a', agentName: 'A', folder: '/', createdAt: thread })
    store.appendEvents(`t${thread}`, Array.from({ length: 50 }, (_, index) => ({ seq: index + 1, at: 1, type: 'notice', severity: 'info', title: 'x'.repeat(200) })), { durable: false })
  }
  database.close()
  return file
}

function setAsideFiles(file: string): string[] {
  return readdirSync(join(file, '..')).filter(name => name.includes('.corrupt-'))
}

describe('opening', () => {
  it('makes the file and its folder, with a write-ahead log and foreign keys', () => {
    const database = openDatabase(newFile())
    expect(database.sql.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(database.sql.pragma('foreign_keys', { simple: true })).toBe(1)
    expect(database.sql.pragma('user_version', { simple: true })).toBe(migrations.length)
    database.close()
  })

  it('says in words when the place cannot hold a database', () => {
    const file = newFile()
    mkdirSync(file, { recursive: true })
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ name: 'HostError', code: 'storage' }))
  })

  it('says in words when a file stands where the folder would be', () => {
    const file = newFile()
    writeFileSync(join(file, '../..', 'data'), '')
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ name: 'HostError', code: 'storage' }))
  })
})

describe('migrating', () => {
  const nextStep = 'ALTER TABLE threads ADD COLUMN colour TEXT'

  it('keeps a copy of the file from before', () => {
    const file = filled({ threadCount: 1 })
    openDatabase(file, { steps: [...migrations, nextStep] }).close()
    const copy = new Database(`${file}.before-version-${migrations.length + 1}`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(copy.prepare('SELECT count(*) FROM events').pluck().get()).toBe(50)
    copy.close()
  })

  it('leaves the file as it was when a step fails, and can be tried again', () => {
    const file = filled({ threadCount: 1 })
    expect(() => openDatabase(file, { steps: [...migrations, `${nextStep}; SELECT nonsense FROM nowhere`] })).toThrow()
    const database = openDatabase(file, { steps: [...migrations, nextStep] })
    expect(database.sql.pragma('user_version', { simple: true })).toBe(migrations.length + 1)
    expect(new ThreadStore(database).listThreads()).toHaveLength(1)
    database.close()
  })

  it('refuses a file of a newer Parley and leaves it alone', () => {
    const file = filled({ threadCount: 1 })
    openDatabase(file, { steps: [...migrations, nextStep] }).close()
    const before = readFileSync(file)
    expect(() => openDatabase(file)).toThrow(/written by a newer Parley/)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(setAsideFiles(file)).toEqual([])
  })
})

describe('a damaged file', () => {
  it('that is no database is set aside whole, and a new one is made', () => {
    const file = filled({ threadCount: 1 })
    writeFileSync(file, 'this is not a database, whatever it was before')
    const database = openDatabase(file)
    const [aside] = setAsideFiles(file)
    expect(readFileSync(join(file, '..', aside!), 'utf8')).toContain('this is not a database')
    expect(database.problem).toContain(aside)
    expect(database.problem).toContain('Nothing could be read')
    expect(new ThreadStore(database).listThreads()).toEqual([])
    database.close()
    expect(openDatabase(file).problem).toBeUndefined()
  })

  it('gives back what can be read, with a log that has no gaps', () => {
    const file = filled({ threadCount: 30 })
    const bytes = readFileSync(file)
    bytes.fill(0xA5, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 8192)
    writeFileSync(file, bytes)

    const database = openDatabase(file)
    const store = new ThreadStore(database)
    const counts = store.listThreads().map(thread => store.readEvents(thread.threadId, { afterSeq: 0 }).map(event => event.seq))
    expect(database.problem).toMatch(/30 threads were recovered/)
    expect(counts.filter(seqs => seqs.length === 50).length).toBeGreaterThan(20)
    expect(counts.flat().length).toBeLessThan(1500)
    for (const seqs of counts)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    database.close()
  })

  it('that was cut to nothing is not taken for a new one', () => {
    const file = filled({ threadCount: 1 })
    truncateSync(file, 0)
    const database = openDatabase(file)
    expect(database.problem).toContain('set aside')
    expect(setAsideFiles(file)).toHaveLength(1)
    database.close()
  })

  it('that belongs to another program is set aside, not changed', () => {
    const file = filled({ threadCount: 0 })
    const foreign = new Database(file)
    foreign.pragma('application_id = 7')
    foreign.close()
    const database = openDatabase(file)
    expect(database.problem).toContain('set aside')
    database.close()
  })
})
