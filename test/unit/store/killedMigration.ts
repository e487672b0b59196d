import { spawn } from 'node:child_process'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { migrations } from '../../../src/main/store/migrations'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { createFilled, makeDatabasePath } from './filledDatabase'
import { slowSteps } from './slowSteps'

const root = join(import.meta.dirname, '../../..')

/** A killed migration leaves the version before or after a step, never something between, and continues. */
export async function migratesInSteps({ kills }: { kills: number }): Promise<void> {
  const original = createFilled({ threadCount: 4 })
  const versions = new Set<number>()
  const tookMs = await migrate(copyDatabase(original), Infinity)
  // On a busy machine some strike later or earlier than they are meant to: there are more, until two have struck at
  // different steps.
  for (let kill = 0; kill < kills || (versions.size < 2 && kill < 5 * kills); kill++) {
    const file = copyDatabase(original)
    await migrate(file, tookMs * (kill % kills) / kills)

    const sql = new Database(file, { readonly: true }) // closing it leaves the write-ahead log unchanged
    const version = sql.pragma('user_version', { simple: true }) as number
    const tables = sql.prepare('SELECT name FROM sqlite_schema WHERE name LIKE \'begun_%\' ORDER BY name').pluck().all()
    const columns = sql.prepare('SELECT name FROM pragma_table_info(\'threads\') WHERE name LIKE \'ended_%\' ORDER BY name').pluck().all()
    const step = version - migrations.length
    expect(sql.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(tables).toEqual([1, 2, 3].slice(0, step).map(number => `begun_${number}`))
    expect(columns).toEqual([1, 2, 3].slice(0, step).map(number => `ended_${number}`))
    expect(sql.prepare('SELECT DISTINCT coalesce(json_extract(body, \'$.step\'), 0) FROM events').pluck().all()).toEqual([step])
    sql.close()
    for (const copy of readdirSync(dirname(file)).filter(name => /before-version-\d+$/.test(name)))
      expect(new Database(join(dirname(file), copy), { readonly: true }).prepare('SELECT count(*) FROM events').pluck().get()).toBe(200)

    const again = openDatabase(file, { steps: slowSteps })
    expect(again.problem).toBeUndefined()
    expect(new ThreadStore(again).listThreads()).toHaveLength(4)
    again.close()
    rmSync(dirname(file), { recursive: true })
    versions.add(step)
  }
  expect(versions.size).toBeGreaterThan(1)
}

function copyDatabase(original: string): string {
  const file = makeDatabasePath()
  openDatabase(file).close()
  copyFileSync(original, file)
  return file
}

/** Migrates in a separate process that is killed after a delay; returns how long it took. */
async function migrate(file: string, afterMs: number): Promise<number> {
  const program = spawn(process.execPath, ['--import', './scripts/typescript.mjs', 'test/unit/store/migrateSlowly.ts', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = new Promise(resolve => program.once('close', resolve))
  await new Promise(resolve => program.stdout.once('data', resolve))
  const startedAt = performance.now()
  if (afterMs !== Infinity) {
    await Promise.race([pause(afterMs), closed])
    program.kill('SIGKILL')
  }
  await closed
  return performance.now() - startedAt
}
