import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { backUp } from '../../../src/main/store/recovery/backUp'
import { setAside } from '../../../src/main/store/recovery/recoverDatabase'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { createFilled, listSetAsideFiles, overwrite } from './filledDatabase'

describe('a damaged file', () => {
  it('that is not a database is set aside whole, and a new one is created', () => {
    const file = createFilled({ threadCount: 1 })
    writeFileSync(file, 'this is not a database, whatever it was before')
    const database = openDatabase(file)
    const [aside] = listSetAsideFiles(file)
    expect(readFileSync(join(file, '..', aside!), 'utf8')).toContain('this is not a database')
    expect(database.problem).toContain(aside)
    expect(database.problem).toContain('Nothing could be read')
    expect(new ThreadStore(database).listThreads()).toEqual([])
    database.close()
    expect(openDatabase(file).problem).toBeUndefined()
  })

  it('is announced before its recovery begins, unlike an intact one', () => {
    const file = createFilled({ threadCount: 1 })
    const words: string[] = []
    const onRecover = (said: string): void => void words.push(`${said} ${listSetAsideFiles(file).length} set aside`)
    openDatabase(file, { onRecover }).close()
    expect(words).toEqual([])
    writeFileSync(file, 'no database')
    openDatabase(file, { onRecover }).close()
    expect(words).toEqual([`"${file}" (11 B) is damaged. What can be read of it is being recovered. 0 set aside`])
  })

  it('is recovered although one of its backups is a link to a pipe', () => {
    const file = createFilled({ threadCount: 1 })
    const pipe = join(file, '..', 'pipe')
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, `${file}.backup-9`)
    symlinkSync('nothing', `${file}.backup-10`)
    writeFileSync(file, 'no database')
    const database = openDatabase(file)
    expect(database.problem).toContain('Nothing could be read')
    database.close()
  })

  it('keeps its readable events, without gaps in the log of a thread', () => {
    const file = createFilled({ threadCount: 30 })
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

  it('that was truncated to nothing is not treated as new', () => {
    const file = createFilled({ threadCount: 1 })
    truncateSync(file, 0)
    const database = openDatabase(file)
    expect(database.problem).toContain('set aside')
    expect(listSetAsideFiles(file)).toHaveLength(1)
    database.close()
  })

  it('of another program is set aside unchanged', () => {
    const file = createFilled({ threadCount: 0 })
    const foreign = new Database(file)
    foreign.pragma('application_id = 7')
    foreign.close()
    const database = openDatabase(file)
    expect(database.problem).toContain('set aside')
    database.close()
  })
})

describe('recovering', () => {
  const at = Date.parse('2026-03-04T05:06:00Z')
  const places
    = ['page 1', 'the root of events', 'a leaf of events', 'the root of threads', 'a leaf of threads', 'its end', 'the whole file'] as const

  it.each(places)('loses at most changes since the newest backup when %s is damaged, and names them', async (place) => {
    const file = createFilled({ threadCount: 10 })
    const first = openDatabase(file)
    const store = new ThreadStore(first)
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    for (let thread = 0; thread < 10; thread++) {
      const since = Array.from({ length: 50 }, (_, index) =>
        ({ ...makeNotice(`since ${index}`), seq: index + 51, at: at + thread * 60_000 }))
      store.appendEvents(`t${thread}`, since, { durable: true })
    }
    const roots = {
      'page 1': 1,
      'the root of events': findRoot(first.sql, 'events'),
      'the root of threads': findRoot(first.sql, 'threads'),
    }
    first.close()
    const bytes = readFileSync(file)
    if (place === 'its end')
      truncateSync(file, 8192)
    else if (place === 'the whole file')
      writeFileSync(file, bytes.fill(0x5A))
    else if (place === 'a leaf of events' || place === 'a leaf of threads')
      overwrite(file, 1 + Math.floor(bytes.indexOf(place === 'a leaf of events' ? 'since 20' : 'Thread 7') / 4096))
    else
      overwrite(file, roots[place])

    const database = openDatabase(file)
    const recovered = new ThreadStore(database)
    const counts = recovered.listThreads().map(({ threadId }) => recovered.readEvents(threadId, { afterSeq: 0 }))
    expect(counts).toHaveLength(10)
    expect(Math.min(...counts.map(events => events.filter(event => event.at === 1).length))).toBeGreaterThanOrEqual(50)
    expect(counts.every(events => events.every(({ seq }, index) => seq === index + 1))).toBe(true)
    expect(database.problem).toMatch(/the backup of .* was restored/)
    const left = counts.flat().filter(event => event.type === 'notice' && event.title.startsWith('since')).length
    const [least, words] = {
      'page 1': [0, /What changed after that backup may be missing of: .*what was said in threads/] as const,
      'its end': [0, /What changed after that backup may be missing of: .*what was said in threads/] as const,
      'the whole file': [0, /What changed after that backup may be missing of: .*what was said in threads/] as const,
      'the root of events': [0, /Missing: in "Thread \d+" between Jan 1, 1970.* and .*2026.*; and in 5 more/] as const,
      'a leaf of events': [400, /Missing: in "Thread \d+" between [^;]* and Mar 4, 2026, [^;]*\.$/] as const,
      'the root of threads': [500, /may be missing of: the titles, agents and folders of threads/] as const,
      'a leaf of threads': [500, /may be missing of: the titles, agents and folders of threads/] as const,
    }[place]
    expect(left).toBeGreaterThanOrEqual(least)
    expect(database.problem).toMatch(words)
    database.close()
  })

  it('restores from a backup no permission, and no thread that was deleted since', async () => {
    const file = createFilled({ threadCount: 3 })
    const first = openDatabase(file)
    const store = new ThreadStore(first)
    store.saveRule({ folder: '/w', agentId: 'a', kind: 'command', subject: 'npm test', createdAt: 1 })
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    store.removeThread('t2')
    const page = findRoot(first.sql, 'rules')
    first.close()
    overwrite(file, page)

    const database = openDatabase(file)
    const recovered = new ThreadStore(database)
    expect(recovered.listThreads().map(({ threadId }) => threadId).sort()).toEqual(['t0', 't1'])
    expect(recovered.listRules()).toEqual([])
    expect(database.problem).toContain('Parley will ask again')
    database.close()
  })

  it('restores no row that was removed from a readable table since the backup', async () => {
    const file = createFilled({ threadCount: 1 })
    const first = openDatabase(file)
    first.sql.exec('INSERT INTO drafts (thread_id, text) VALUES (\'t0\', \'sent since\')')
    await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    first.sql.exec('DELETE FROM drafts')
    first.close()
    damage(file)

    const database = openDatabase(file)
    expect(database.sql.prepare('SELECT * FROM drafts').all()).toEqual([])
    database.close()
  })

  it('skips a damaged backup for an older one', async () => {
    const file = createFilled({ threadCount: 2 })
    const first = openDatabase(file)
    for (let backup = 0; backup < 2; backup++)
      await backUp({ sql: first.sql, file, signal: new AbortController().signal })
    first.close()
    overwrite(file, 1)
    overwrite(`${file}.backup-2`, 3)

    const database = openDatabase(file)
    expect(new ThreadStore(database).listThreads()).toHaveLength(2)
    database.close()
  })

  it('starts over when it was interrupted, at any point', () => {
    for (const step of ['set aside', 'half made']) {
      const file = createFilled({ threadCount: 2 })
      damage(file)
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

  it('continues the interrupted recovery, not an earlier one, even if the clock was set back', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const file = createFilled({ threadCount: 2 })
    vi.setSystemTime(new Date('2036-01-01'))
    damage(file)
    const first = openDatabase(file)
    new ThreadStore(first).createThread({ threadId: 'since', title: 'Since', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
    first.close()
    vi.setSystemTime(new Date('2016-01-01'))
    damage(file)
    setAside(file)

    const database = openDatabase(file)
    expect(new ThreadStore(database).listThreads().map(({ threadId }) => threadId).sort()).toEqual(['since', 't0', 't1'])
    database.close()
  })

  it('keeps all permissions or none, because a subset could allow more', () => {
    const file = createFilled({ threadCount: 1 })
    const first = openDatabase(file)
    const store = new ThreadStore(first)
    for (let number = 0; number < 500; number++)
      store.saveRule({ folder: '/w', agentId: 'a', kind: 'command', subject: `${'x'.repeat(200)} ${number}`, createdAt: 1 })
    const page = findPage(first.sql, 'rules')
    first.close()
    overwrite(file, page)

    const database = openDatabase(file)
    expect(new ThreadStore(database).listRules()).toEqual([])
    expect(new ThreadStore(database).readEvents('t0', { afterSeq: 0 })).toHaveLength(50)
    expect(database.problem).toContain('Parley will ask again')
    database.close()
  })
})

/** One page of the log is unreadable. */
function damage(file: string): void {
  const sql = new Database(file)
  const page = findPage(sql, 'events')
  sql.close()
  overwrite(file, page)
}

function findRoot(sql: Database.Database, table: string): number {
  return sql.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number
}

function makeNotice(title: string): { type: 'notice', severity: 'info', title: string } {
  return { type: 'notice', severity: 'info', title }
}

/** The last page with rows of a table. */
function findPage(sql: Database.Database, table: string): number {
  return sql.prepare('SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = \'leaf\'').pluck().get(table) as number
}
