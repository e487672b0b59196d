import type { Report } from '../report'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { readPlainFile } from '../readPlainFile'
import { replaceFileText } from '../replaceFileText'
import { killTree } from './killTree'
import { processStartedAt } from './processStartedAt'
import { Watchdog } from './watchdog'

/** How long the processes that an earlier Parley left behind may take to end after SIGTERM. */
const graceMs = 1_000
/** How long the host waits at its end for processes that are still ending. */
const patienceMs = 2_500
/** `host.owner.json`: both are random, and made by us. */
const recordPattern = /^[\w-]+\.([\w-]+)\.json$/

/**
 * The processes that this host has started and not seen end, recorded on disk so that they end even when the host is killed: by the
 * watchdog at once, otherwise at the next start. Each is identified by its owner's mark, and by its pid together with its start.
 */
export class Launches {
  /** Once what an earlier Parley left behind has ended. Never rejected. */
  readonly reaped: Promise<void>
  readonly #folder: string
  readonly #report: Report
  readonly #hostId = randomUUID()
  readonly #running = new Set<string>()
  #watchdog: Watchdog | undefined
  #whenEmpty: (() => void) | undefined

  /** A data folder has one host at a time, so records that are there already are of one that is gone. */
  constructor({ folder, report }: { folder: string, report: Report }) {
    this.#folder = folder
    this.#report = report
    this.reaped = reap(folder, { except: this.#hostId }).catch(error => report(error, 'ending what an earlier Parley left behind'))
  }

  /** Calls `spawn` for a process that carries the mark `owner`; the record is there before the process is. To be followed by `ended`. */
  launch<T extends { readonly pid?: number | undefined }>(owner: string, spawn: () => T): T {
    this.#running.add(owner)
    this.#write(owner, {})
    if (!this.#watchdog?.isRunning)
      this.#watchdog = new Watchdog({ folder: this.#folder, hostId: this.#hostId })
    try {
      const process = spawn()
      const { pid } = process
      if (pid !== undefined)
        this.#complete(owner, pid).catch(error => this.#report(error, 'recording a process'))
      return process
    }
    catch (error) {
      this.ended(owner)
      throw error
    }
  }

  /** To be called when no process of `owner` is left. */
  ended(owner: string): void {
    if (!this.#running.delete(owner))
      return
    try {
      rmSync(this.#path(owner), { force: true })
    }
    catch (error) {
      this.#report(error, 'removing the record of a process') // the next start finds that it has ended
    }
    if (this.#running.size === 0)
      this.#whenEmpty?.()
  }

  /** To be called when all have been asked to end; the watchdog ends those that do not. */
  async dispose(): Promise<void> {
    await this.reaped
    if (this.#running.size > 0)
      await Promise.race([new Promise<void>(resolve => this.#whenEmpty = resolve), delay(patienceMs, undefined, { ref: false })])
    if (this.#running.size > 0)
      this.#watchdog?.trigger()
    else
      await this.#watchdog?.stop()
  }

  async #complete(owner: string, pid: number): Promise<void> {
    const startedAt = await processStartedAt(pid)
    if (startedAt !== undefined && this.#running.has(owner))
      this.#write(owner, { pid, startedAt })
  }

  #write(owner: string, process: { pid?: number, startedAt?: string }): void {
    const path = this.#path(owner)
    try {
      replaceFileText(path, JSON.stringify(process), { isDurable: false }) // after a power cut no process is left
    }
    catch (error) {
      this.#report(error, 'recording a process') // it can run without; only a crash would leave it behind
    }
  }

  #path(owner: string): string {
    return join(this.#folder, `${this.#hostId}.${owner}.json`)
  }
}

async function reap(folder: string, { except }: { except: string }): Promise<void> {
  const all = await readdir(folder).catch(() => []) // not there: nothing was ever started
  const names = all.filter(name => !name.startsWith(`${except}.`))
  await Promise.all(names.map(async (name) => {
    const owner = recordPattern.exec(name)?.[1]
    if (owner !== undefined) {
      const { pid, startedAt } = readRecord(join(folder, name))
      // A pid alone may belong to another process by now.
      const isSame = pid !== undefined && startedAt !== undefined && await processStartedAt(pid) === startedAt
      await killTree({ pid: isSame ? pid : undefined, graceMs, owner, ofEarlierRun: true })
    }
    await rm(join(folder, name), { force: true })
  }))
}

function readRecord(path: string): { pid?: number, startedAt?: string } {
  try {
    const record: unknown = JSON.parse(readPlainFile(path))
    return isJsonObject(record) && typeof record.pid === 'number' && typeof record.startedAt === 'string'
      ? { pid: record.pid, startedAt: record.startedAt }
      : {}
  }
  catch {
    return {} // damaged by hand: the mark alone has to be enough
  }
}
