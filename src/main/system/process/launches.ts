import type { Report } from '../report'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isJsonObject } from '../../../shared/text/jsonObject'
import { readPlainFile } from '../readPlainFile'
import { replaceFileText } from '../replaceFileText'
import { killTree } from './killTree'
import { plainLocale, readProcessStartTime } from './processStat'
import { ownerVariable } from './processTree'

/**
 * Waits until its stdin closes, which happens however the host exits. Then kills the processes in the host's records:
 * groups whose leader is still the recorded process, and all processes with an owner's mark. A group keeps its id while
 * it has members, so later rounds can kill processes that ignored SIGTERM.
 */
const script = `
folder=$1 host=$2
trap '' HUP INT QUIT
while read -r line; do :; done
started() {
  if [ -d /proc/self ]; then
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return
    set -- \${stat##*) }
    shift 19
    echo "$(cat /proc/sys/kernel/random/boot_id):$1"
  else
    set -- $(ps -o lstart= -p "$1" 2>/dev/null)
    echo "$*"
  fi
}
groups= marks=
for record in "$folder/$host".*.json; do
  [ -f "$record" ] || continue
  pid=$(sed -nE 's/.*"pid":([0-9]+).*/\\1/p' "$record")
  start=$(sed -nE 's/.*"startedAt":"([^"]*)".*/\\1/p' "$record")
  owner=\${record%.json}
  marks="$marks -e ${ownerVariable}=\${owner##*.}"
  if [ -n "$pid" ] && [ -n "$start" ] && [ "$(started "$pid")" = "$start" ]; then groups="$groups $pid"; fi
done
[ -n "$marks" ] || exit 0
for signal in TERM KILL KILL KILL; do
  for group in $groups; do kill -s $signal -- "-$group" 2>/dev/null; done
  for file in $(grep -lsF $marks /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    kill -s $signal "\${pid%/environ}" 2>/dev/null
  done
  sleep 1
done
`

/** How long orphans of a previous run may take to exit after SIGTERM. */
const graceMs = 1_000
/** How long the host waits on exit for processes that are still shutting down. */
const exitTimeoutMs = 2_500
/** `host.owner.json`, both random ids. */
const recordPattern = /^[\w-]+\.([\w-]+)\.json$/

/**
 * Records running processes on disk, so that they are killed even if the host is killed: immediately by the watchdog,
 * or by the next start. A process is identified by its owner's mark, and by its pid and start time.
 */
export class Launches {
  /** Resolves when orphans of a previous run have exited. Never rejects. */
  readonly reaped: Promise<void>
  readonly #folder: string
  readonly #report: Report
  readonly #hostId = randomUUID()
  readonly #running = new Set<string>()
  #watchdog: Watchdog | undefined
  #whenEmpty: (() => void) | undefined

  /** A data folder has one host at a time, so existing records belong to a host that has exited. */
  constructor({ folder, report }: { folder: string, report: Report }) {
    this.#folder = folder
    this.#report = report
    this.reaped = reap(folder, { except: this.#hostId }).catch(error =>
      report(error, 'ending what an earlier Parley left behind'),
    )
  }

  /**
   * Writes a record, then calls `spawn`, which must mark the process with `owner`. Call `ended` when all of the owner's
   * processes have exited.
   */
  launch<T extends { readonly pid?: number | undefined }>(owner: string, spawn: () => T): T {
    this.#running.add(owner)
    this.#write(owner, {})
    if (!this.#watchdog?.isRunning)
      this.#watchdog = new Watchdog({ folder: this.#folder, hostId: this.#hostId })
    try {
      const process = spawn()
      const { pid } = process
      if (pid !== undefined)
        this.#addIdentity(owner, pid).catch(error => this.#report(error, 'recording a process'))
      return process
    }
    catch (error) {
      this.ended(owner)
      throw error
    }
  }

  /** Call it when all processes of `owner` have exited. */
  ended(owner: string): void {
    if (!this.#running.delete(owner))
      return
    try {
      rmSync(this.#path(owner), { force: true })
    }
    catch (error) {
      this.#report(error, 'removing the record of a process') // harmless: the next start finds that the process has exited
    }
    if (this.#running.size === 0)
      this.#whenEmpty?.()
  }

  /** Call it after stopping all processes. The watchdog kills those that do not exit in time. */
  async dispose(): Promise<void> {
    await this.reaped
    if (this.#running.size > 0) {
      await Promise.race([
        new Promise<void>(resolve => this.#whenEmpty = resolve),
        delay(exitTimeoutMs, undefined, { ref: false }),
      ])
    }
    if (this.#running.size > 0)
      this.#watchdog?.trigger()
    else
      await this.#watchdog?.stop()
  }

  async #addIdentity(owner: string, pid: number): Promise<void> {
    const startedAt = await readProcessStartTime(pid)
    if (startedAt !== undefined && this.#running.has(owner))
      this.#write(owner, { pid, startedAt })
  }

  #write(owner: string, process: { pid?: number, startedAt?: string }): void {
    const path = this.#path(owner)
    try {
      replaceFileText(path, JSON.stringify(process), { isDurable: false }) // no process survives a power failure
    }
    catch (error) {
      this.#report(error, 'recording a process') // not fatal: only a crash would leave the process behind
    }
  }

  #path(owner: string): string {
    return join(this.#folder, `${this.#hostId}.${owner}.json`)
  }
}

async function reap(folder: string, { except }: { except: string }): Promise<void> {
  const all = await readdir(folder).catch(() => []) // missing if no process was ever started
  const names = all.filter(name => !name.startsWith(`${except}.`))
  await Promise.all(names.map(async (name) => {
    const owner = recordPattern.exec(name)?.[1]
    if (owner !== undefined) {
      const { pid, startedAt } = readRecord(join(folder, name))
      // The pid may have been reused.
      const isSame = pid !== undefined && startedAt !== undefined && await readProcessStartTime(pid) === startedAt
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
    return {} // damaged: finds the processes only by mark
  }
}

/**
 * A small process that kills the host's processes if the host is killed. Not available on Windows, which has no POSIX
 * shell; there, the next start kills them.
 */
class Watchdog {
  readonly #child: ChildProcess | undefined

  constructor({ folder, hostId }: { folder: string, hostId: string }) {
    if (process.platform === 'win32')
      return
    // In a new session, so that closing the host's terminal does not kill it.
    this.#child = spawn('/bin/sh', ['-c', script, 'parley-watchdog', folder, hostId], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...plainLocale, PATH: '/usr/bin:/bin:/usr/sbin:/sbin', TZ: process.env.TZ },
    })
    this.#child.on('error', () => undefined) // without a shell, the next start kills the processes
    this.#child.stdin?.on('error', () => undefined) // if it exited first, `isRunning` reports that
    this.#child.unref()
    // The open pipe must not keep the host alive.
    if (this.#child.stdin && 'unref' in this.#child.stdin && typeof this.#child.stdin.unref === 'function')
      this.#child.stdin.unref()
  }

  get isRunning(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Starts killing now, while the host exits. */
  trigger(): void {
    this.#child?.stdin?.end()
  }

  /** Stops the watchdog when there is nothing to watch. */
  async stop(): Promise<void> {
    if (!this.#child || !this.isRunning)
      return
    const exit = once(this.#child, 'exit')
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await exit
  }
}
