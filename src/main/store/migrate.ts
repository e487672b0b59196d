import type Database from 'better-sqlite3'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { HostError } from '../../shared/errors'
import { ownerOnly } from './ownerOnly'
import { copiesOf } from './recovery/copies'

/** "Parl": marks Parley's database among SQLite files. */
export const applicationId = 0x5061726C

/** How many copies from before an upgrade are kept. */
const copiesKept = 2

/** Copies the file, then brings it to the newest version, each step in its own transaction. A new file is made in one. */
export function migrate({ sql, file, steps }: { sql: Database.Database, file: string | undefined, steps: readonly string[] }): void {
  const version = versionOf(sql)
  if (version > steps.length) {
    throw new HostError(
      'storage',
      `Parley's database${file === undefined ? '' : ` "${file}"`} was written by a newer Parley`
      + ` (its version is ${version}, this Parley knows ${steps.length}). Start the newer Parley, or choose another data folder.`,
    )
  }
  if (file !== undefined && version > 0 && version < steps.length)
    keepCopy(sql, file, version + 1)
  if (version === 0)
    return take(sql, { steps, from: 0 })
  for (const index of steps.slice(version).keys())
    take(sql, { steps: steps.slice(0, version + index + 1), from: version + index })
}

/** Takes the steps after `from`, all or none. */
function take(sql: Database.Database, { steps, from }: { steps: readonly string[], from: number }): void {
  sql.transaction(() => {
    for (const step of steps.slice(from))
      sql.exec(step)
    sql.pragma(`application_id = ${applicationId}`)
    sql.pragma(`user_version = ${steps.length}`)
  }).immediate()
}

function versionOf(sql: Database.Database): number {
  return sql.pragma('user_version', { simple: true }) as number // this pragma gives an integer
}

function keepCopy(sql: Database.Database, file: string, version: number): void {
  const copy = `${file}.before-version-${version}`
  if (existsSync(copy))
    return // an earlier attempt kept an older, and so better, copy
  // Written to another name first, so that a partial copy never passes for a complete one.
  rmSync(`${copy}.part`, { force: true })
  ownerOnly(`${copy}.part`)
  sql.prepare('VACUUM INTO ?').run(`${copy}.part`)
  renameSync(`${copy}.part`, copy)
  for (const old of copiesOf(file, 'before-version').slice(copiesKept))
    rmSync(old)
}
