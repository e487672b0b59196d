import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { getWindowsProgram, powerShell } from '../systemProgram'

/**
 * A buffer for a line of about 300 bytes. Stopping a process reads the stat of every process on the machine, and
 * reusing a buffer takes half the time of `readFileSync`.
 */
const buffer = Buffer.alloc(4096)

/** Fields of `/proc/PID/stat`. */
interface ProcessStat {
  readonly pid: number
  /** Program name, truncated to 15 bytes. */
  readonly name: string
  readonly parentPid: number
  readonly groupPid: number
  readonly sessionPid: number
  /** Process group in the foreground of its terminal; -1 without one. */
  readonly foregroundPid: number
  /** Start time in clock ticks since boot. */
  readonly startedAt: string
}

/** Reads a process's stat; `undefined` if it does not run. A zombie counts as exited. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readLine(`/proc/${pid}/stat`)
    // The name is in parentheses and may itself contain parentheses.
    const nameEnd = stat.lastIndexOf(')')
    const fields = stat.slice(nameEnd + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X')
      return undefined
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parentPid: Number(fields[1]),
      groupPid: Number(fields[2]),
      sessionPid: Number(fields[3]),
      foregroundPid: Number(fields[5]),
      startedAt: fields[19] ?? '',
    }
  }
  catch {
    return undefined // exited
  }
}

function readLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0))
  }
  finally {
    closeSync(file)
  }
}

/** Makes the date format of `ps` independent of the system's language. */
export const plainLocale = { LC_ALL: 'C' }

/**
 * The start time of a running process in a platform-specific format. Together with the pid it identifies the process;
 * `undefined` if it is not running.
 */
export async function readProcessStartTime(pid: number): Promise<string | undefined> {
  try {
    switch (process.platform) {
      case 'linux':
        return readLinuxStartTime(pid)
      case 'win32':
        return await run(getWindowsProgram(powerShell), [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`,
        ])
      default:
        return await run('/bin/ps', ['-o', 'lstart=', '-p', String(pid)])
    }
  }
  catch {
    return undefined // no such process
  }
}

/** The boot id and the ticks since boot. */
function readLinuxStartTime(pid: number): string | undefined {
  const stat = readProcessStat(pid)
  return stat && `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${stat.startedAt}`
}

async function run(file: string, args: readonly string[]): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(file, [...args], {
    windowsHide: true,
    timeout: 5_000,
    env: { ...process.env, ...plainLocale },
  })
  return stdout.trim().replace(/\s+/g, ' ') || undefined
}
