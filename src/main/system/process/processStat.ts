import { execFile } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { powerShell, windowsProgram } from '../systemProgram'

/**
 * One line of about 300 bytes. Every process of the machine is read whenever one ends: this takes half the time of
 * `readFileSync`.
 */
const line = Buffer.alloc(4096)

/** What Linux says of a running process. */
interface ProcessStat {
  readonly pid: number
  /** Of its program, cut to 15 bytes. */
  readonly name: string
  readonly parentPid: number
  readonly groupPid: number
  readonly sessionPid: number
  /** Clock ticks from the machine's start to its own. */
  readonly startedAt: string
}

/** `undefined` for a process that does not run. A zombie does not: it only waits for its parent. */
export function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readLine(`/proc/${pid}/stat`)
    // The name, in parentheses, may hold anything, also parentheses.
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

/** Makes `ps` write dates in one way, whatever language the person's system speaks. */
export const plainLocale = { LC_ALL: 'C' }

/**
 * When a running process started, in the system's own words: together with its pid that means this process and no later
 * one. `undefined` when it does not run.
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

/** Which start of the machine, and how many ticks after it. */
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
