import Database from 'better-sqlite3'

/** Copies what can be read of a table; whether that was all of it. */
export function copyTable({ table, source, into }: { table: string, source: Database.Database, into: Database.Database }): boolean {
  const columns = commonColumns(table, source, into)
  if (columns.length === 0)
    return false
  const insert = into.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
  const key = into.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk').pluck().all(table) as string[]
  // A table can be whole where an index of it is damaged.
  const order = hasRowIds(into, table) ? ['rowid'] : key
  // oxlint-disable-next-line array-callback-return -- the loop ends by returning
  const take = (where: string, ...values: unknown[]): boolean => ['ASC', 'DESC'].some((direction, turn) => {
    const rows = source
      .prepare(`SELECT ${columns.join(', ')} FROM ${table} ${where} ORDER BY ${order.map(column => `${column} ${direction}`).join(', ')}`)
      .raw()
      .iterate(...values)
    let isOwn = true
    for (;;) {
      const row = nextRow(rows)
      if (row === 'damage')
        return false
      if (row === 'end')
        return turn === 0 && isOwn
      isOwn = isTaken(() => insert.run(...row)) && isOwn
    }
  })
  // Up to the damage from the front, then from the back; what is between two damages, thread by thread.
  if (take('NOT INDEXED'))
    return true
  if (columns.includes('thread_id'))
    (into.prepare('SELECT thread_id FROM threads').pluck().all() as string[]).forEach(threadId => take('WHERE thread_id = ?', threadId))
  return false
}

function nextRow(rows: Iterator<unknown>): 'damage' | 'end' | unknown[] {
  try {
    const { done, value } = rows.next()
    return done ? 'end' : value as unknown[] // `raw` gives rows as arrays
  }
  catch (error) {
    if (!(error instanceof Database.SqliteError))
      throw error
    return 'damage' // the rows before it are read
  }
}

/** False for a row of another table, to which damage led. Other errors are not damage but the disk of today. */
function isTaken(insert: () => void): boolean {
  try {
    insert()
    return true
  }
  catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_DATATYPE')
      throw error
    return false
  }
}

/** The columns that a table has in both. */
export function commonColumns(table: string, source: Database.Database, into: Database.Database): string[] {
  const known = columnsOf(into, table)
  return columnsOf(source, table).filter(column => known.includes(column))
}

function columnsOf(sql: Database.Database, table: string): string[] {
  try {
    return sql.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
  }
  catch {
    return [] // the description of this table is damaged
  }
}

function hasRowIds(sql: Database.Database, table: string): boolean {
  return sql.prepare('SELECT wr FROM pragma_table_list WHERE schema = \'main\' AND name = ?').pluck().get(table) === 0
}
