import { getSystemCode } from '../../shared/errors'
import { readProcessStartTime, readProcessStat } from '../system/process/processStat'

/**
 * Distinguishes a process from a later one with the same pid; `undefined` if it is not running. Cheap enough to poll
 * every second, so on platforms other than Linux it only reports whether the pid is running.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux')
    return readProcessStartTime(pid)
  return isRunning(pid) ? 'running' : undefined
}

/**
 * Whether the process with this pid and start time is still running. `start` is the result of `processStartedAt`. A
 * running process with an unknown start time counts as the same one.
 */
export async function isSameProcess({ pid, start }: {
  readonly pid: number
  readonly start: string
}): Promise<boolean> {
  if (process.platform !== 'linux' && !isRunning(pid))
    return false
  const started = await readProcessStartTime(pid)
  return started === start || (process.platform !== 'linux' && started === undefined)
}

/** A process's program name and parent; `undefined` if it is not running, and on platforms other than Linux. */
export function readProcessAndParent(pid: number): { readonly name: string, readonly parentPid: number } | undefined {
  return readProcessStat(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    // The process runs, but belongs to another user.
    return getSystemCode(error) === 'EPERM'
  }
}
