import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { powerShell, windowsProgram } from '../systemProgram'

/**
 * One line of about 300 bytes. Every process of the machine is read whenever one ends: this takes half the time of
 * `readFileSync`.
 */
const line = Buffer.alloc(4096)

/** A running process on Linux. */
interface ProcessStat {
  readonly pid: number
  /** The program's name, cut to 15 bytes. */
  readonly name: string
  readonly parentPid: number
  readonly groupPid: number
  readonly sessionPid: number
  /** Clock ticks from boot to its start. */
  readonly startedAt: string
}

/** `undefined` for a process that does not run, including zombies. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readLine(`/proc/${pid}/stat`)
    // The name, in parentheses, may itself contain parentheses.
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
      startedAt: fields[19] ?? '',
    }
  }
  catch {
    return undefined // it has ended
  }
}

function readLine(path: string): string {
  const file = openSync(path, 'r')
  try {
    return line.toString('latin1', 0, readSync(file, line, 0, line.length, 0))
  }
  finally {
    closeSync(file)
  }
}

/** Makes `ps` write dates independently of the system's language. */
export const plainLocale = { LC_ALL: 'C' }

/**
 * Start time of a running process in the system's format; with the pid it identifies the process. `undefined` if it
 * does not run.
 */
export async function processStartedAt(pid: number): Promise<string | undefined> {
  try {
    switch (process.platform) {
      case 'linux':
        return startOnLinux(pid)
      case 'win32':
        return await ask(windowsProgram(powerShell), [
          '-NoProfile',
          '-NonInteractive',
          '-Command',
          `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`,
        ])
      default:
        return await ask('/bin/ps', ['-o', 'lstart=', '-p', String(pid)])
    }
  }
  catch {
    return undefined // no such process
  }
}

/** Boot id and ticks since boot. */
function startOnLinux(pid: number): string | undefined {
  const stat = readProcessStat(pid)
  return stat && `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}:${stat.startedAt}`
}

async function ask(file: string, args: readonly string[]): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(file, [...args], {
    windowsHide: true,
    timeout: 5_000,
    env: { ...process.env, ...plainLocale },
  })
  return stdout.trim().replace(/\s+/g, ' ') || undefined
}
