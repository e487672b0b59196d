import type { Report } from '../../system/report'
import type { StoreDatabase } from '../database'
import { existsSync, statSync } from 'node:fs'
import { errorMessage } from '../../../shared/errors'
import { isCorruption } from '../storageError'
import { backUp } from './backUp'
import { listCopies } from './copies'
import { compact, eraseFromCopy, eraseThreads } from './eraseThreads'

const damageText
  = 'Some of Parley\'s stored data can no longer be read. Restart Parley: it then checks the whole database and recovers what it can.'

const minuteMs = 60_000
/** Time limit for the last backup. Part of the time that quitting may take. */
const lastBackupMs = 5_000

interface HousekeepingOptions {
  readonly database: StoreDatabase
  readonly report: Report
  /** Called repeatedly with a problem, as shown to the person, while it lasts. */
  readonly onProblem: (words: string) => void
  /**
   * Set so that every hour in which something was written has a backup. The first run is delayed, because the start has
   * other work.
   */
  readonly times?: { readonly firstMs: number, readonly everyMs: number, readonly backupAgeMs: number }
}

const defaultTimes = { firstMs: 20_000, everyMs: 10 * minuteMs, backupAgeMs: 50 * minuteMs }

/**
 * Maintains a database: makes a backup for each hour with writes and when Parley quits, and removes deleted data from
 * the file and its copies. Everything runs in the background in small steps, one job at a time.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions
  readonly #backupAgeMs: number
  readonly #stop = new AbortController()
  readonly #timers: readonly NodeJS.Timeout[]
  #last: Promise<void> = Promise.resolve()
  /** `total_changes` at the newest backup. `undefined` if that may lack writes of a previous run. */
  #backedUp: number | undefined

  constructor(options: HousekeepingOptions) {
    const { firstMs, everyMs, backupAgeMs } = options.times ?? defaultTimes
    this.#options = options
    this.#backupAgeMs = backupAgeMs
    this.#backedUp = options.database.needsBackup ? undefined : this.#changes()
    this.#timers = [setTimeout(() => this.start(), firstMs).unref(), setInterval(() => this.start(), everyMs).unref()]
  }

  /** Starts a run in the background. */
  start(): void {
    this.run().catch((error: unknown) => this.#options.report(error, 'keeping the database in order'))
  }

  /** Runs the pending work. Resolves when it is done. */
  run(): Promise<void> {
    return (this.#last = this.#last
      .then(() => this.#run())
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#options.report(error, 'keeping the database in order') // retried at the next run
        if (isCorruption(error))
          this.#reportDamage()
      }))
  }

  async dispose(): Promise<void> {
    this.#timers.forEach(clearTimeout)
    this.#stop.abort()
    await this.#last
    const { database: { file }, report } = this.#options
    if (file !== undefined && this.#isChanged(file)) {
      await this.#backUp(file, AbortSignal.timeout(lastBackupMs))
        .catch((error: unknown) => report(error, 'making the last backup'))
    }
  }

  async #run(): Promise<void> {
    const { sql, file } = this.#options.database
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
      if (this.#isBackupDue(file) && !signal.aborted)
        await this.#backUp(file, signal) // even if purging a copy failed, because newer ones will replace it
    }
  }

  async #backUp(file: string, signal: AbortSignal): Promise<void> {
    const { sql } = this.#options.database
    const changes = this.#changes()
    try {
      const outcome = await backUp({ sql, file, signal })
      if (outcome === 'made')
        this.#backedUp = changes
      if (outcome === 'damaged')
        this.#reportDamage()
      if (outcome === 'no room')
        this.#options.onProblem(describeFailedBackup(file, 'the disk is too full'))
    }
    catch (error) {
      if (!signal.aborted)
        this.#options.onProblem(describeFailedBackup(file, errorMessage(error)))
      throw error
    }
  }

  /**
   * Removes erased threads from the copies too, then from the list of deleted threads. Threads deleted meanwhile wait
   * for the next run.
   */
  async #purge(file: string, threadIds: readonly string[]): Promise<void> {
    const { sql } = this.#options.database
    const { signal } = this.#stop
    if (threadIds.length === 0)
      return
    let isDone = true
    for (const copy of [...listCopies(file, 'backup'), ...listCopies(file, 'before-version')])
      isDone = (await purgeIfSound(copy, { threadIds, signal })) && isDone
    if (signal.aborted || !isDone)
      return
    const forget = sql.prepare('DELETE FROM deleted_threads WHERE thread_id = ?')
    threadIds.forEach(threadId => forget.run(threadId))
  }

  #isBackupDue(file: string): boolean {
    const [newest] = listCopies(file, 'backup')
    // The clock may have been set forward or back.
    const isOld = newest === undefined || Math.abs(Date.now() - statSync(newest).mtimeMs) >= this.#backupAgeMs
    return isOld && this.#isChanged(file)
  }

  #isChanged(file: string): boolean {
    return this.#options.database.sql.open && existsSync(file)
      && (this.#backedUp !== this.#changes() || listCopies(file, 'backup').length === 0)
  }

  #changes(): number {
    return this.#options.database.sql.prepare('SELECT total_changes()').pluck().get() as number // a count
  }

  #reportDamage(): void {
    this.#options.database.markDamaged()
    this.#options.onProblem(damageText)
  }
}

function describeFailedBackup(file: string, reason: string): string {
  return `No backup of "${file}" could be made: ${reason}. Free some space or check the folder's permissions.`
    + ' Parley tries again every ten minutes.'
}

/** Purges a copy. Returns `false` for a damaged one, which is kept until newer ones replace it. */
async function purgeIfSound(
  copy: string,
  options: { threadIds: readonly string[], signal: AbortSignal },
): Promise<boolean> {
  try {
    await eraseFromCopy(copy, options)
    return true
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    return false
  }
}
