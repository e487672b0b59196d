import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { filled, newFile, overwrite } from './filledDatabase'

describe('a file whose schema is damaged', () => {
  it('gives back every thread when its first page is gone, but no permission', () => {
    const file = filled({ threadCount: 30 })
    const before = openDatabase(file)
    new ThreadStore(before).saveRule({ folder: '/w', agentId: 'a', kind: 'command', subject: 'npm test', createdAt: 1 })
    new ThreadStore(before).removeThread('t2')
    before.close()
    overwrite(file, 1)

    const database = openDatabase(file)
    const store = new ThreadStore(database)
    expect(database.problem).toMatch(/29 threads were recovered as far as possible\. Remembered permissions could not be read/)
    expect(store.listThreads().map(({ title }) => title).sort()).toEqual(titles(30).filter(title => title !== 'Thread 2').sort())
    expect(store.listThreads().flatMap(({ threadId }) => store.readEvents(threadId, { afterSeq: 0 }))).toHaveLength(29 * 50)
    expect(store.listRules()).toEqual([])
    database.close()
  })

  it.each(['its first page', 'a later page of its schema'])('gives back what only its write-ahead log held when %s is gone', (which) => {
    const { file, page } = leftOpen({ threadCount: 30, page: which === 'its first page' ? 'internal' : 'leaf' })
    overwrite(file, page)

    const database = openDatabase(file)
    const store = new ThreadStore(database)
    expect(store.listThreads().map(({ title }) => title).sort()).toEqual([...titles(30), 'Only in the log'].sort())
    expect(store.readEvents('t7', { afterSeq: 0 })).toHaveLength(50)
    database.close()
  })

  it('whose first page is gone is not mended with the places of other tables', () => {
    const file = filled({ threadCount: 3 })
    const kept = readFileSync(`${file}.schema`, 'utf8')
    const { rows } = JSON.parse(kept) as { rows: { name: string, rootpage: number }[] } // as Parley wrote it
    const [threads, decisions] = ['threads', 'written_rules'].map(name => rows.find(row => row.name === name)!.rootpage)
    writeFileSync(`${file}.schema`, kept.replace(`"rootpage":${decisions},`, `"rootpage":${threads},`))
    overwrite(file, 1)

    const database = openDatabase(file)
    expect(database.problem).toContain('3 threads were recovered')
    expect(new ThreadStore(database).listWrittenRules()).toEqual([])
    database.close()
  })
})

function titles(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `Thread ${number}`)
}

/** A copy of an open database, as a kill leaves it, and the page of its schema of that kind: the first is the one above the others. */
function leftOpen({ threadCount, page }: { threadCount: number, page: 'internal' | 'leaf' }): { file: string, page: number } {
  const open = filled({ threadCount })
  const database = openDatabase(open)
  database.sql.pragma('wal_checkpoint(TRUNCATE)')
  new ThreadStore(database)
    .createThread({ threadId: 'new', title: 'Only in the log', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  const file = newFile()
  cpSync(join(open, '..'), join(file, '..'), { recursive: true })
  rmSync(`${file}-shm`)
  const pageNumber = database.sql
    .prepare('SELECT max(pageno) FROM dbstat WHERE name = \'sqlite_schema\' AND pagetype = ?')
    .pluck()
    .get(page) as number
  database.close()
  return { file, page: pageNumber }
}
