import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { backUp } from '../../../src/main/store/recovery/backUp'
import { setAside } from '../../../src/main/store/recovery/damagedFile'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { filled, overwrite, setAsideFiles } from './filledDatabase'

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

  it('with objects of another program loses these, says so, and goes on', () => {
    const file = filled({ threadCount: 1 })
    const foreign = new Database(file)
    foreign.exec(`
      CREATE TRIGGER "no ""new"" ones" BEFORE INSERT ON threads BEGIN SELECT RAISE(ABORT, 'no'); END;
      CREATE VIEW spy AS SELECT * FROM threads;
      CREATE UNIQUE INDEX one_folder ON threads (folder);
      CREATE TABLE theirs (a)`)
    foreign.close()

    const database = openDatabase(file)
    new ThreadStore(database).createThread({ threadId: 'x', title: 'X', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })

    expect(database.problem).toMatch(/"no "new" ones".*"spy".*"one_folder".*was removed/)
    expect(new ThreadStore(database).listThreads()).toHaveLength(2)
    database.close()
    const again = openDatabase(file)
    expect(again.problem).toBeUndefined()
    again.close()
  })

  it('with a table that is not as Parley makes it is set aside, and the rest recovered', () => {
    const file = filled({ threadCount: 2 })
    const foreign = new Database(file)
    foreign.exec('DROP TABLE decisions; CREATE TABLE decisions (a)')
    foreign.close()

    const database = openDatabase(file)
    expect(database.problem).toMatch(/set aside.*2 threads were recovered/)
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

  it('gives back what it held when only its first bytes are gone', () => {
    const file = filled({ threadCount: 3 })
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xA5, 0, 100))
    const database = openDatabase(file)
    expect(database.problem).toMatch(/3 threads were recovered/)
    expect(new ThreadStore(database).readEvents('t1', { afterSeq: 0 })).toHaveLength(50)
    database.close()
  })

  it('that lost its end gives back the rest, and each thread that lost something says so', () => {
    const file = filled({ threadCount: 30 })
    truncateSync(file, Math.floor(statSync(file).size * 0.6 / 4096) * 4096)
    const database = openDatabase(file)
    const store = new ThreadStore(database)
    const threads = store.listThreads().map(({ threadId }) => store.readEvents(threadId, { afterSeq: 0 }))
    const incomplete = threads.filter(
      events => events.at(-1)?.type === 'notice' && JSON.stringify(events.at(-1)).includes('Part of this thread is lost'),
    )
    expect(threads).toHaveLength(30)
    expect(incomplete.length).toBeGreaterThan(2)
    expect(threads.filter(events => events.length === 50).length).toBeGreaterThan(5)
    expect(database.problem).toContain(`${incomplete.length} of them lost something`)
    database.close()
  })
})

describe('recovering', () => {
  it('takes what the damaged file no longer has from the backups, but no thread that was deleted and no permission', async () => {
    const file = filled({ threadCount: 3 })
    const first = openDatabase(file)
    const store = new ThreadStore(first)
    store.saveRule({ folder: '/w', agentId: 'a', kind: 'command', subject: 'npm test', createdAt: 1 })
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    store.appendEvents('t1', [{ seq: 51, at: 2, type: 'notice', severity: 'info', title: 'since the backup' }], { durable: true })
    store.removeThread('t2')
    first.close()
    wreck(file)

    const database = openDatabase(file)
    const recovered = new ThreadStore(database)
    expect(recovered.listThreads().map(({ threadId }) => threadId).sort()).toEqual(['t0', 't1', 't2'])
    expect(recovered.readEvents('t0', { afterSeq: 0 })).toHaveLength(50)
    expect(recovered.listRules()).toEqual([])
    expect(database.problem).toMatch(/taken from backups.*Parley will ask again/)
    database.close()
  })

  it('never brings a thread back that the damaged file tells was deleted', async () => {
    const file = filled({ threadCount: 2 })
    const first = openDatabase(file)
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    new ThreadStore(first).removeThread('t1')
    first.close()
    mar(file)

    const database = openDatabase(file)
    expect(database.problem).toContain('set aside')
    expect(new ThreadStore(database).listThreads().map(({ threadId }) => threadId)).toEqual(['t0'])
    database.close()
  })

  it('takes nothing from a backup for a thread that an earlier recovery has numbered anew', async () => {
    const file = filled({ threadCount: 1 })
    const first = openDatabase(file)
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    first.sql.exec(`
      DELETE FROM events WHERE seq = 20;
      UPDATE events SET seq = seq - 1000 WHERE seq > 20;
      UPDATE events SET seq = seq + 999 WHERE seq < 0;
      UPDATE events SET body = json_set(body, '$.title', 'own ' || seq)`)
    first.close()
    mar(file)

    const database = openDatabase(file)
    const events = new ThreadStore(database).readEvents('t0', { afterSeq: 0 })
    const titles = events.map(event => event.type === 'notice' ? event.title : '')
    expect(titles.filter(title => title.startsWith('x'))).toEqual([])
    expect(titles.filter(title => title.startsWith('own')).length).toBeGreaterThan(25)
    database.close()
  })

  it('begins anew when it was cut short, wherever that was', () => {
    for (const step of ['set aside', 'half made']) {
      const file = filled({ threadCount: 2 })
      mar(file)
      setAside(file)
      if (step === 'half made')
        writeFileSync(`${file}.recovering`, 'half a database')
      const database = openDatabase(file)
      expect(database.problem, step).toMatch(/2 threads were recovered/)
      expect(new ThreadStore(database).readEvents('t1', { afterSeq: 0 }).length).toBeGreaterThan(25)
      database.close()
      expect(openDatabase(file).problem).toBeUndefined()
    }
  })

  it('takes up the one that was cut short, not an earlier one, also when the clock was set back', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const file = filled({ threadCount: 2 })
    vi.setSystemTime(new Date('2036-01-01'))
    mar(file)
    const first = openDatabase(file)
    new ThreadStore(first).createThread({ threadId: 'since', title: 'Since', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
    first.close()
    vi.setSystemTime(new Date('2016-01-01'))
    mar(file)
    setAside(file)

    const database = openDatabase(file)
    expect(new ThreadStore(database).listThreads().map(({ threadId }) => threadId).sort()).toEqual(['since', 't0', 't1'])
    database.close()
  })

  it('keeps all permissions or none: half of them could allow more', () => {
    const file = filled({ threadCount: 1 })
    const first = openDatabase(file)
    const store = new ThreadStore(first)
    for (let number = 0; number < 500; number++)
      store.saveRule({ folder: '/w', agentId: 'a', kind: 'command', subject: `${'x'.repeat(200)} ${number}`, createdAt: 1 })
    const page = pageOf(first.sql, 'rules')
    first.close()
    overwrite(file, page)

    const database = openDatabase(file)
    expect(new ThreadStore(database).listRules()).toEqual([])
    expect(new ThreadStore(database).readEvents('t0', { afterSeq: 0 })).toHaveLength(50)
    expect(database.problem).toContain('Parley will ask again')
    database.close()
  })
})

/** Nothing of it can be read any more. */
function wreck(file: string): void {
  writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5A))
}

/** One page of the log can no longer be read. */
function mar(file: string): void {
  const sql = new Database(file)
  const page = pageOf(sql, 'events')
  sql.close()
  overwrite(file, page)
}

/** The last page with rows of a table. */
function pageOf(sql: Database.Database, table: string): number {
  return sql.prepare('SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = \'leaf\'').pluck().get(table) as number
}
