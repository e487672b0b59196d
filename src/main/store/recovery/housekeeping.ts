import type { Report } from '../../system/report'
import type { StoreDatabase } from '../database'
import { existsSync, statSync } from 'node:fs'
import { messageOf } from '../../../shared/errors'
import { isCorruption } from '../storageError'
import { backUp } from './backUp'
import { compact } from './compact'
import { copiesOf } from './copies'
import { purgeCopy } from './purgeCopy'

const damageMet
  = 'Something that Parley stored can no longer be read. Start Parley again: it then looks at the whole database, and recovers what it can where it is damaged.'

const dayMs = 24 * 60 * 60 * 1000

/** When what is done. */
export interface HousekeepingTimes {
  /** Not at once: the start has other things to do. */
  readonly firstMs: number
  readonly everyMs: number
  readonly backupAgeMs: number
}

const usualTimes: HousekeepingTimes = { firstMs: 20_000, everyMs: 60 * 60 * 1000, backupAgeMs: dayMs }

/**
 * What a database needs beside being used: a backup each day, and that what was deleted is gone from file and copies. All of it goes on
 * beside the
 * rest, in small steps, one job after another.
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

  /** `onProblem` gets what a person must know, in words; the same again when it lasts. */
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
    this.#first = setTimeout(() => void this.run(), times.firstMs).unref()
    this.#next = setInterval(() => void this.run(), times.everyMs).unref()
  }

  /** Does what is due; answers when it is done. */
  run(): Promise<void> {
    return (this.#last = this.#last
      .then(() => this.#run())
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted)
          this.#report(error, 'keeping the database in order') // an hour later it is tried again
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
    if (file === undefined || signal.aborted)
      return
    await compact(sql, { signal })
    try {
      await this.#purge(file)
    }
    finally {
      await this.#backUpWhenDue(file) // also when a copy cannot be purged: new ones take its place in time
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
        this.#onProblem(noBackup(file, 'the disk is too full for it'))
    }
    catch (error) {
      if (!signal.aborted)
        this.#onProblem(noBackup(file, messageOf(error)))
      throw error
    }
  }

  /** Threads that were deleted go from the copies too. Which ones is kept until that is done. */
  async #purge(file: string): Promise<void> {
    const { sql } = this.#database
    const { signal } = this.#stop
    const threadIds = sql.prepare('SELECT thread_id FROM deleted_threads').pluck().all() as string[]
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
    // Whichever way the clock was set since.
    return existsSync(file) && (newest === undefined || Math.abs(Date.now() - statSync(newest).mtimeMs) >= this.#times.backupAgeMs)
  }

  #noteDamage(): void {
    this.#database.noteDamage()
    this.#onProblem(damageMet)
  }
}

function noBackup(file: string, reason: string): string {
  return `No backup of "${file}" could be made beside it: ${reason}. Free some space, or check the folder's permissions; it is tried again each hour.`
}

/** Whether it was purged: a damaged copy stays, until newer ones have taken its place. */
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
