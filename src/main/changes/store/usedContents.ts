import type Database from 'better-sqlite3'
import type { Contents } from './contents'

/** Every state that something needs. Those of files and links end with the hash of their content. */
const states = `
  SELECT state FROM files UNION ALL SELECT before FROM versions UNION ALL SELECT after FROM versions
  UNION ALL SELECT before FROM baselines UNION ALL SELECT state FROM baselines
  UNION ALL SELECT expected FROM steps UNION ALL SELECT target FROM steps`

interface PackUse {
  readonly pack: number
  readonly used: number
  readonly size: number
}

/**
 * Gives up the contents that nothing needs any more, inside a transaction. Of packs that are partly needed, those are rewritten that are
 * so for less than half, or all of them where that is asked for; for so long. Whether some are left.
 */
export function dropUnused({ sql, contents, isThorough, forMs }: {
  sql: Database.Database
  contents: Contents
  isThorough: boolean
  forMs: number
}): boolean {
  const until = performance.now() + forMs
  contents.flush()
  sql.exec(`
    CREATE TEMP TABLE IF NOT EXISTS used (hash BLOB PRIMARY KEY) WITHOUT ROWID;
    DELETE FROM used;
    INSERT OR IGNORE INTO used SELECT unhex(substr(state, -64)) FROM (${states}) WHERE state LIKE 'f %' OR state LIKE 'l %'`)
  dropLarge(sql, contents)
  const packs = sql.prepare<[], PackUse>(`
    SELECT pack, sum(size) AS size, coalesce(sum(CASE WHEN used.hash IS NULL THEN 0 ELSE size + 1 END), 0) AS used
    FROM contents LEFT JOIN used USING (hash) WHERE pack IS NOT NULL GROUP BY pack HAVING count(*) > count(used.hash)`).all()
  const rewritten = packs.filter(({ used, size }) => used === 0 || isThorough || used * 2 < size)
  for (const [index, { pack }] of rewritten.entries()) {
    if (performance.now() > until && index > 0)
      return true
    rewrite(sql, contents, pack)
  }
  contents.flush()
  contents.forgetOpen()
  return false
}

function dropLarge(sql: Database.Database, contents: Contents): void {
  const unused = 'pack IS NULL AND hash NOT IN (SELECT hash FROM used)'
  for (const hash of sql.prepare<[], string>(`SELECT lower(hex(hash)) FROM contents WHERE ${unused}`).pluck().all())
    contents.large.remove(hash)
  sql.exec(`DELETE FROM contents WHERE ${unused}`)
  // Whatever was copied when Parley ended is in no table.
  const known = sql.prepare<[string], number>('SELECT 1 FROM contents WHERE hash = unhex(?) AND pack IS NULL').pluck()
  for (const { name, hash } of contents.large.all()) {
    if (hash === undefined || known.get(hash) === undefined)
      contents.large.removeNamed(name)
  }
}

/** What is needed of a pack goes into a new one. */
function rewrite(sql: Database.Database, contents: Contents, pack: number): void {
  const used = 'SELECT lower(hex(hash)) FROM contents JOIN used USING (hash) WHERE pack = ?'
  const hashes = sql.prepare<[number], string>(used).pluck().all(pack)
  const kept = hashes.flatMap(hash => contents.read(hash) ?? []) // a damaged one is lost already
  sql.prepare('DELETE FROM contents WHERE pack = ?').run(pack)
  sql.prepare('DELETE FROM packs WHERE id = ?').run(pack)
  contents.forgetOpen()
  kept.forEach(bytes => contents.keep(bytes))
}
