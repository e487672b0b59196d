import type { Report } from '../../system/report'
import type { StoreDatabase } from '../database'
import { existsSync, statSync } from 'node:fs'
import { messageOf } from '../../../shared/errors'
import { isCorruption } from '../storageError'
import { backUp } from './backUp'
import { compact } from './compact'
import { copiesOf } from './copies'
import { eraseThreads } from './eraseThreads'
import { purgeCopy } from './purgeCopy'

const damageMet
  = 'Some of Parley\'s stored data can no longer be read. Restart Parley: it then checks the whole database and recovers what it can.'

const dayMs = 24 * 60 * 60 * 1000

/** When housekeeping runs. */
export interface HousekeepingTimes {
  /** Not at once, as the start has other work. */
  readonly firstMs: number
  readonly everyMs: number
  readonly backupAgeMs: number
}

const usualTimes: HousekeepingTimes = { firstMs: 20_000, everyMs: 60 * 60 * 1000, backupAgeMs: dayMs }

/**
 * Keeps a database in order: a backup each day, and deleted data removed from the file and its copies. Everything runs in the background
 * in small steps, one job after another.
 */
export class Housekeeping {
  readonly #database: StoreDatabase
  readonly #report: Report
  readonly #onProblem: (words: string) => void
  readonly #times: HousekeepingTimes
  readonly #stop = new AbortController()
  readonly #first: NodeJS.Timeout
  readonly #next: NodeJS.Timeout
  #last: Promise<void> = Promise.resolve()

  /** `onProblem` gets what the person must know, in words; the same again while it lasts. */
  constructor({
    database,
    report,
    onProblem,
    times = usualTimes,
  }: {
    database: StoreDatabase
    report: Report
    onProblem: (words: string) => void
    times?: HousekeepingTimes
  }) {
    this.#database = database
    this.#report = report
    this.#onProblem = onProblem
    this.#times = times
    this.#first = setTimeout(() => this.start(), times.firstMs).unref()
    this.#next = setInterval(() => this.start(), times.everyMs).unref()
  }

  /** Does what is due in the background. */
  start(): void {
    this.run().catch((error: unknown) => this.#report(error, 'keeping the database in order'))
  }

  /** Does what is due; resolves when it is done. */
  run(): Promise<void> {
    return (this.#last = this.#last
      .then(() => this.#run())
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#report(error, 'keeping the database in order') // tried again an hour later
        if (isCorruption(error))
          this.#noteDamage()
      }))
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#first)
    clearInterval(this.#next)
    this.#stop.abort()
    await this.#last
  }

  async #run(): Promise<void> {
    const { sql, file } = this.#database
    const { signal } = this.#stop
    const threadIds = sql.prepare<[], string>('SELECT thread_id FROM deleted_threads').pluck().all()
    await eraseThreads(sql, { threadIds, signal })
    if (file === undefined || signal.aborted)
      return
    await compact(sql, { signal })
    try {
      await this.#purge(file, threadIds)
    }
    finally {
      await this.#backUpWhenDue(file) // even if a copy cannot be purged: newer ones will replace it
    }
  }

  async #backUpWhenDue(file: string): Promise<void> {
    const { sql } = this.#database
    const { signal } = this.#stop
    if (!this.#isBackupDue(file) || signal.aborted)
      return
    try {
      const outcome = await backUp({ sql, file, signal })
      if (outcome === 'damaged')
        this.#noteDamage()
      if (outcome === 'no room')
        this.#onProblem(noBackup(file, 'the disk is too full'))
    }
    catch (error) {
      if (!signal.aborted)
        this.#onProblem(noBackup(file, messageOf(error)))
      throw error
    }
  }

  /** Removes erased threads from the copies too, and forgets that they were deleted. One that was deleted since waits for the next run. */
  async #purge(file: string, threadIds: readonly string[]): Promise<void> {
    const { sql } = this.#database
    const { signal } = this.#stop
    if (threadIds.length === 0)
      return
    let isDone = true
    for (const copy of [...copiesOf(file, 'backup'), ...copiesOf(file, 'before-version')])
      isDone = (await purgeIfSound(copy, { threadIds, signal })) && isDone
    if (signal.aborted || !isDone)
      return
    const forget = sql.prepare('DELETE FROM deleted_threads WHERE thread_id = ?')
    threadIds.forEach(threadId => forget.run(threadId))
  }

  #isBackupDue(file: string): boolean {
    const [newest] = copiesOf(file, 'backup')
    // The clock may have been set either way since.
    return existsSync(file) && (newest === undefined || Math.abs(Date.now() - statSync(newest).mtimeMs) >= this.#times.backupAgeMs)
  }

  #noteDamage(): void {
    this.#database.noteDamage()
    this.#onProblem(damageMet)
  }
}

function noBackup(file: string, reason: string): string {
  return `No backup of "${file}" could be made: ${reason}. Free some space or check the folder's permissions. Parley tries again each hour.`
}

/** Whether it was purged. A damaged copy stays until newer ones replace it. */
async function purgeIfSound(copy: string, options: { threadIds: readonly string[], signal: AbortSignal }): Promise<boolean> {
  try {
    await purgeCopy(copy, options)
    return true
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    return false
  }
}
