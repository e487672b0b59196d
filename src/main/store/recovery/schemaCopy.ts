import { Buffer } from 'node:buffer'
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { plainTextOf } from '../../system/readPlainFile'
import { replaceFileText } from '../../system/replaceFileText'
import { withCompanions } from './copies'

/** A database begins with a page that says where its tables are: without it, none of them can be found. */
const schema = z.object({
  pageSize: z.number().int().min(512).max(65536),
  rows: z.array(z.object({
    type: z.string(),
    name: z.string(),
    tbl_name: z.string(),
    rootpage: z.number().int(),
    sql: z.string().nullable(),
  })),
})

const headerBytes = 100
/** An empty leaf of a table: no cells, and its content begins at the end of the page. */
const emptyLeaf = 0x0D

/** Keeps beside the database what its first page says. The places of tables only change when a Parley or another program remakes them. */
export function keepSchemaCopy(sql: Database.Database, file: string): void {
  const pageSize = sql.pragma('page_size', { simple: true }) as number // this pragma gives an integer
  const text = JSON.stringify({ pageSize, rows: sql.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').all() })
  if (plainTextOf(nameOf(file)) === text)
    return
  // An old copy would lead to the wrong tables: better none, if the disk takes no new one now.
  rmSync(nameOf(file), { force: true })
  try {
    replaceFileText(nameOf(file), text, { isDurable: false }) // one that a power cut spoils is written anew
  }
  catch {
    // The next start keeps it.
  }
}

/**
 * Gives the database in `copy` a new first page that leads to the tables of `file`, as they were when it was opened last. False if nobody
 * knows where they were.
 */
export function rebuildSchema(copy: string, { file }: { file: string }): boolean {
  const kept = keptSchema(file)
  if (!kept)
    return false
  mergeLog(copy)
  writeFirstPage(copy, kept.pageSize)
  const sql = new Database(copy)
  try {
    sql.unsafeMode()
    sql.pragma('writable_schema = ON')
    const insert = sql.prepare('INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)')
    for (const { type, name, tbl_name: table, rootpage, sql: text } of kept.rows)
      insert.run(type, name, table, rootpage, text)
  }
  finally {
    sql.close()
  }
  return true
}

function nameOf(file: string): string {
  return `${file}.schema`
}

function keptSchema(file: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(plainTextOf(nameOf(file)) ?? '')).data
  }
  catch {
    return undefined // missing or damaged as well
  }
}

/** The write-ahead log may hold newer pages, and must not hide the new first page. */
function mergeLog(copy: string): void {
  const sql = new Database(copy)
  try {
    sql.pragma('schema_version')
  }
  catch (error) {
    if (!(error instanceof Database.SqliteError))
      throw error // otherwise as expected: the page is damaged
  }
  finally {
    sql.close()
  }
  withCompanions(copy).slice(1).forEach(name => rmSync(name, { force: true }))
}

/** The first page of a database without tables, whose further pages are in nobody's way. By SQLite's file format. */
function writeFirstPage(copy: string, pageSize: number): void {
  const page = Buffer.alloc(pageSize)
  page.write('SQLite format 3\0', 'latin1')
  page.writeUInt16BE(pageSize === 65536 ? 1 : pageSize, 16)
  page.set([1, 1, 0, 64, 32, 32], 18) // no write-ahead log, and constants
  page.writeUInt32BE(1, 24)
  page.writeUInt32BE(Math.ceil(statSync(copy).size / pageSize), 28)
  page.writeUInt32BE(4, 44)
  page.writeUInt32BE(1, 56) // UTF-8
  page.writeUInt32BE(1, 92) // the size above is valid
  page[headerBytes] = emptyLeaf
  page.writeUInt16BE(pageSize === 65536 ? 0 : pageSize, headerBytes + 5)
  const handle = openSync(copy, 'r+')
  try {
    writeSync(handle, page, 0, pageSize, 0)
  }
  finally {
    closeSync(handle)
  }
}
