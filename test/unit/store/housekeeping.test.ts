import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase, type StoreDatabase } from '../../../src/main/store/database'
import { listCopies } from '../../../src/main/store/recovery/copies'
import { Housekeeping } from '../../../src/main/store/recovery/housekeeping'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { createFilled } from './filledDatabase'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

function openHousekeeping({ file = createFilled({ threadCount: 3 }), backupAgeMs = hourMs }: { file?: string, backupAgeMs?: number } = {}) {
  const database = openDatabase(file)
  const reports: unknown[] = []
  const problems: string[] = []
  const times = { firstMs: dayMs, everyMs: dayMs, backupAgeMs }
  const keeping = new Housekeeping({ database, times, report: error => reports.push(error), onProblem: words => problems.push(words) })
  onTestFinished(async () => {
    await keeping.dispose()
    database.close()
  })
  const write = (): void => {
    database.sql.exec('UPDATE threads SET updated_at = updated_at + 1 WHERE thread_id = \'t0\'')
  }
  return { file, database, store: new ThreadStore(database), keeping, write, reports, problems }
}

function touch(file: string, byMs: number): void {
  const time = new Date(Date.now() + byMs)
  utimesSync(file, time, time)
}

describe('backups', () => {
  it('are made only after writes; the newest three and the last of three days are kept', async () => {
    const { file, keeping, write, reports } = openHousekeeping({ backupAgeMs: 0 })
    const start = new Date(2026, 0, 1, 1).getTime()
    await keeping.run()
    await keeping.run()
    expect(listCopies(file, 'backup'), 'nothing was written').toHaveLength(1)
    for (let turn = 1; turn <= 15; turn++) {
      write()
      await keeping.run()
      const time = new Date(start + turn * 7 * hourMs)
      utimesSync(listCopies(file, 'backup')[0]!, time, time)
    }
    // Seven hours apart: the 16th was made on January 5 at 10, the 10th on January 3 at 16.
    expect(listCopies(file, 'backup').map(copy => copy.slice(file.length)))
      .toEqual(['.backup-16', '.backup-15', '.backup-14', '.backup-13', '.backup-11', '.backup-7'])
    expect(statSync(listCopies(file, 'backup')[0]!).mode & 0o077).toBe(0)
    expect(reports).toEqual([])
  })

  it.each([2, -2])('are made an hour after the last one, even if the clock was set by %i hours', async (hours) => {
    const { file, keeping, write } = openHousekeeping()
    await keeping.run()
    write()
    await keeping.run()
    expect(listCopies(file, 'backup'), 'within the hour').toHaveLength(1)
    touch(listCopies(file, 'backup')[0]!, hours * hourMs)
    write()
    await keeping.run()
    expect(listCopies(file, 'backup')).toHaveLength(2)
  })

  it('are made before Parley quits, if something was written', async () => {
    const { file, database, store, keeping, reports } = openHousekeeping()
    await keeping.run()
    store.appendEvents('t1', [{ seq: 51, at: 1, type: 'notice', severity: 'info', title: 'the last' }], { durable: true })
    await keeping.dispose()
    const [newest, ...older] = listCopies(file, 'backup')
    expect(older).toHaveLength(1)
    const copy = new Database(newest, { readonly: true })
    expect(copy.prepare('SELECT count(*) FROM events WHERE thread_id = \'t1\'').pluck().get()).toBe(51)
    copy.close()
    expect(reports).toEqual([])
    database.close()
    await openHousekeeping({ file }).keeping.dispose()
    expect(listCopies(file, 'backup'), 'nothing was written').toHaveLength(2)
  })

  it('contain a consistent snapshot of the database, even during writes', async () => {
    const { file, database, store, keeping } = openHousekeeping()
    const backup = keeping.run()
    for (let seq = 51; seq <= 400; seq++) {
      store.appendEvents('t1', [{ seq, at: 1, type: 'notice', severity: 'info', title: 'y'.repeat(2000) }], { durable: false })
      await new Promise(resolve => setImmediate(resolve))
    }
    await backup

    const copy = new Database(listCopies(file, 'backup')[0], { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(
      copy
        .prepare('SELECT last_seq = (SELECT count(*) FROM events WHERE thread_id = \'t1\') FROM threads WHERE thread_id = \'t1\'')
        .pluck()
        .get(),
    ).toBe(1)
    copy.close()
    expect(database.sql.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
    expect(store.readEvents('t1', { afterSeq: 0 })).toHaveLength(400)
  })

  it('of unreadable data replace no good one, and the next start checks the whole file', async () => {
    const { file, database, keeping, problems } = openHousekeeping()
    await keeping.run()
    const [good] = listCopies(file, 'backup')
    touch(good!, -dayMs)
    database.sql.exec('UPDATE events SET body = \'{"cut\' WHERE thread_id = \'t1\' AND seq = 7')
    await keeping.run()

    expect(listCopies(file, 'backup')).toEqual([good])
    expect(readdirSync(dirname(file)).filter(name => name.endsWith('.part'))).toEqual([])
    expect(problems).toEqual([expect.stringMatching(/can no longer be read. Restart Parley/)])
    expect(existsSync(`${file}.damaged`)).toBe(true)
  })

  it('that cannot be written are reported, and made once they can', async () => {
    const { file, store, keeping, problems } = openHousekeeping()
    mkdirSync(`${file}.backup-1.part`)
    await keeping.run()
    expect(problems).toEqual([expect.stringMatching(/^No backup of ".*parley.db" could be made: .*tries again every ten minutes/)])
    expect(store.readEvents('t1', { afterSeq: 0 })).toHaveLength(50)

    rmdirSync(`${file}.backup-1.part`)
    await keeping.run()
    expect(listCopies(file, 'backup')).toHaveLength(1)
    expect(problems).toHaveLength(1)
  })

  it('leave no partial file when Parley quits meanwhile', async () => {
    const { file, keeping, reports } = openHousekeeping()
    keeping.start()
    await keeping.dispose()
    expect(readdirSync(dirname(file)).filter(name => name.includes('backup'))).toEqual(['parley.db.backup-1'])
    expect(reports).toEqual([])
  })
})

describe('a deleted thread', () => {
  const secret = 'canary-of-a-deleted-thread'

  /** A thread with its word in every table that can hold it. */
  function fillThread({ sql }: StoreDatabase, store: ThreadStore): void {
    store.createThread({ threadId: 'gone', title: secret, agentId: 'a', agentName: 'A', folder: '/w', createdAt: 1 })
    for (let batch = 0; batch < 40; batch++) {
      store.appendEvents(
        'gone',
        Array.from({ length: 50 }, (_, index) => ({
          seq: batch * 50 + index + 1,
          at: 1,
          type: 'notice',
          severity: 'info',
          title: `${secret} ${'z'.repeat(300)}`,
        })),
        { durable: false },
      )
    }
    store.project('gone', {
      entries: [{ index: 0, entry: { kind: 'notice', id: 'n', at: 1, notice: { severity: 'info', title: secret } } }],
      head: { ...emptyTranscript.head, title: secret },
      projectedSeq: 1,
      entryCount: 1,
      reducerVersion: 1,
    })
    store.saveTerminal('gone', {
      terminalId: 'x',
      commandLine: secret,
      source: 'pty',
      state: 'exited',
      output: secret.repeat(1000),
      offset: 1,
      truncated: false,
      columns: 80,
      rows: 24,
    })
    sql.pragma('wal_checkpoint(TRUNCATE)')
  }

  function findHolders(file: string): string[] {
    return readdirSync(dirname(file)).filter(name => readFileSync(join(dirname(file), name)).includes(secret))
  }

  it('is removed from every file, including backups, and its space is freed', async () => {
    const { file, database, store, keeping, reports } = openHousekeeping()
    fillThread(database, store)
    writeFileSync(`${file}.before-version-1`, '')
    database.sql.prepare('VACUUM INTO ?').run(`${file}.before-version-1`)
    await keeping.run()
    const size = statSync(file).size
    expect(findHolders(file).length).toBeGreaterThan(2)

    store.removeThread('gone')
    await keeping.run()

    expect(findHolders(file)).toEqual([])
    expect(statSync(file).size).toBeLessThan(size / 2)
    expect(statSync(listCopies(file, 'backup')[0]!).size).toBeLessThan(size / 2)
    expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.sql.prepare('SELECT count(*) FROM deleted_threads').pluck().get()).toBe(0)
    expect(reports).toEqual([])
  })

  it('stays deleted if it is deleted while another is being erased', async () => {
    const { database, store, keeping } = openHousekeeping()
    const isErased = database.sql.prepare<[string], 0 | 1>('SELECT NOT EXISTS (SELECT 1 FROM threads WHERE thread_id = ?)').pluck()
    const listIds = (): string[] => store.listThreads().map(({ threadId }) => threadId)
    store.removeThread('t1')
    const run = keeping.run()
    while (isErased.get('t1') === 0)
      await new Promise(resolve => setImmediate(resolve))
    store.removeThread('t2')
    await run
    expect(listIds()).toEqual(['t0'])
    await keeping.run()
    expect(listIds()).toEqual(['t0'])
    expect(isErased.get('t2')).toBe(1)
  })

  it('is removed from backups at the next start if Parley quit before', async () => {
    const first = openHousekeeping()
    fillThread(first.database, first.store)
    await first.keeping.run()
    first.store.removeThread('gone')
    await first.keeping.dispose()
    expect(findHolders(first.file).filter(name => name.includes('backup'))).toHaveLength(2)

    await openHousekeeping({ file: first.file }).keeping.run()
    expect(findHolders(first.file)).toEqual([])
  })

  it('does not block backups if a damaged one contains it, and is removed with that backup', async () => {
    const { file, database, store, keeping, write, reports, problems } = openHousekeeping()
    fillThread(database, store)
    await keeping.run()
    const [damaged] = listCopies(file, 'backup')
    const bytes = readFileSync(damaged!)
    writeFileSync(damaged!, bytes.fill(0xA5, 4096, 16 * 4096))
    store.removeThread('gone')

    for (let day = 0; day < 4; day++) {
      touch(listCopies(file, 'backup')[0]!, -dayMs)
      write()
      await keeping.run()
    }
    expect(listCopies(file, 'backup')).not.toContain(damaged)
    expect(problems).toEqual([])
    expect(reports).toEqual([])
    await keeping.run()
    expect(database.sql.prepare('SELECT count(*) FROM deleted_threads').pluck().get()).toBe(0)
    expect(findHolders(file)).toEqual([])
  })
})
