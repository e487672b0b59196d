import Database from 'better-sqlite3'

interface SchemaObject {
  readonly type: 'table' | 'index' | 'trigger' | 'view'
  readonly name: string
}

/** Removes what Parley never makes in its database and what could change or stop its work; answers with the names. */
export function removeForeignObjects(sql: Database.Database, { steps }: { steps: readonly string[] }): string[] {
  const version = sql.pragma('user_version', { simple: true }) as number // this pragma gives an integer
  if (version > steps.length)
    return [] // a newer Parley's: it may make what this one does not
  const own = new Set(objectsOf(steps.slice(0, version)).map(({ name }) => name))
  const foreign = objectsIn(sql).filter(({ type, name }) => type === 'trigger' || type === 'view' || (type === 'index' && !own.has(name)))
  for (const { type, name } of foreign)
    sql.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`)
  return foreign.map(({ name }) => name)
}

/** Whether every table of Parley's is there as Parley makes it; others do no harm. */
export function hasOwnTables(sql: Database.Database, { steps }: { steps: readonly string[] }): boolean {
  return objectsOf(steps).filter(({ type }) => type === 'table').every(({ name, columns }) => columns === columnsOf(sql, name))
}

function objectsOf(steps: readonly string[]): (SchemaObject & { readonly columns: string })[] {
  const sql = new Database(':memory:')
  try {
    steps.forEach(step => sql.exec(step))
    return objectsIn(sql).map(object => ({ ...object, columns: columnsOf(sql, object.name) }))
  }
  finally {
    sql.close()
  }
}

/** Without those that SQLite makes itself. */
function objectsIn(sql: Database.Database): SchemaObject[] {
  const all = sql.prepare('SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL').all() as SchemaObject[] // as SQLite documents them
  return all.filter(({ name }) => !name.startsWith('sqlite_'))
}

function columnsOf(sql: Database.Database, table: string): string {
  return JSON.stringify(sql.prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY name').raw().all(table))
}
