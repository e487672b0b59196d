import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readProcessStat } from './processStat'
import { powerShell, windowsProgram } from './windowsProgram'

/** Makes `ps` write dates in one way, whatever language the person's system speaks. */
export const plainLocale = { LC_ALL: 'C' }

/**
 * When a running process started, in the system's own words: together with its pid that means this process and no later one.
 * `undefined` when it does not run.
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
