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
import { plainLocale, processStartedAt } from './processStat'
import { ownerVariable } from './processTree'

/**
 * Waits until the other end of its input is closed, which the system does however the host ends. Then it ends what the
 * host's records name: whole groups whose leader is still the recorded process, and everything that carries an owner's
 * mark. A group keeps its number while it has members, so that what the first round asked can be killed in the next
 * ones.
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

/** Grace for orphans of a previous run after SIGTERM. */
const graceMs = 1_000
/** How long the host waits at its end for processes to exit. */
const patienceMs = 2_500
/** `host.owner.json`; both are random ids of ours. */
const recordPattern = /^[\w-]+\.([\w-]+)\.json$/

/**
 * Records running processes on disk so that they end even if the host is killed: by the watchdog at once, otherwise at
 * the next start. Each is identified by its owner's mark, and by its pid and start time.
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

  /** A data folder has one host at a time, so existing records are of a previous run. */
  constructor({ folder, report }: { folder: string, report: Report }) {
    this.#folder = folder
    this.#report = report
    this.reaped = reap(folder, { except: this.#hostId }).catch(error => report(error, 'ending what an earlier Parley left behind'))
  }

  /** Calls `spawn` for a process with the mark `owner`, after writing its record. Must be followed by `ended`. */
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

  /** Call when no process of `owner` is left. */
  ended(owner: string): void {
    if (!this.#running.delete(owner))
      return
    try {
      rmSync(this.#path(owner), { force: true })
    }
    catch (error) {
      this.#report(error, 'removing the record of a process') // the next start finds it ended
    }
    if (this.#running.size === 0)
      this.#whenEmpty?.()
  }

  /** Call when all were asked to end. The watchdog ends those that don't. */
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
      replaceFileText(path, JSON.stringify(process), { isDurable: false }) // no process survives a power cut
    }
    catch (error) {
      this.#report(error, 'recording a process') // only a crash would leave it behind
    }
  }

  #path(owner: string): string {
    return join(this.#folder, `${this.#hostId}.${owner}.json`)
  }
}

async function reap(folder: string, { except }: { except: string }): Promise<void> {
  const all = await readdir(folder).catch(() => []) // missing: nothing was ever started
  const names = all.filter(name => !name.startsWith(`${except}.`))
  await Promise.all(names.map(async (name) => {
    const owner = recordPattern.exec(name)?.[1]
    if (owner !== undefined) {
      const { pid, startedAt } = readRecord(join(folder, name))
      // The pid may belong to another process by now.
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
    return {} // damaged: rely on the mark alone
  }
}

/**
 * A tiny process that outlives a killed host by seconds and ends the host's processes. Not on Windows, which has no
 * such shell; there the next start does it.
 */
class Watchdog {
  readonly #child: ChildProcess | undefined

  constructor({ folder, hostId }: { folder: string, hostId: string }) {
    if (process.platform === 'win32')
      return
    // In its own session, so that the end of the host's terminal does not end it.
    this.#child = spawn('/bin/sh', ['-c', script, 'parley-watchdog', folder, hostId], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...plainLocale, PATH: '/usr/bin:/bin:/usr/sbin:/sbin', TZ: process.env.TZ },
    })
    this.#child.on('error', () => undefined) // no shell: the next start does its work
    this.#child.stdin?.on('error', () => undefined) // it has ended; see `isRunning`
    this.#child.unref()
    // The open pipe must not keep the host alive.
    if (this.#child.stdin && 'unref' in this.#child.stdin && typeof this.#child.stdin.unref === 'function')
      this.#child.stdin.unref()
  }

  get isRunning(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Makes it end the processes now. */
  trigger(): void {
    this.#child?.stdin?.end()
  }

  /** Ends it when nothing is left to watch. */
  async stop(): Promise<void> {
    if (!this.#child || !this.isRunning)
      return
    const exit = once(this.#child, 'exit')
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await exit
  }
}
