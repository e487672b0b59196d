import { systemCode } from '../../shared/errors'
import { processStartedAt, readProcessStat } from '../system/process/processStat'

/**
 * What tells a process from a later one under the same id. `undefined` when it does not run. Cheap enough to be asked
 * every second: elsewhere than on Linux only whether it runs is known.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux')
    return processStartedAt(pid)
  return isRunning(pid) ? 'running' : undefined
}

/**
 * Whether the process that had this id, and started then, still runs. `start` is what `processStartedAt` said; where
 * nothing can be said of a running process now, it counts as that one.
 */
export async function isSameProcess({ pid, start }: { readonly pid: number, readonly start: string }): Promise<boolean> {
  if (process.platform !== 'linux' && !isRunning(pid))
    return false
  const started = await processStartedAt(pid)
  return started === start || (process.platform !== 'linux' && started === undefined)
}

/** A process's program and parent; `undefined` when it does not run, and elsewhere than on Linux. */
export function processAndParent(pid: number): { readonly name: string, readonly parentPid: number } | undefined {
  return readProcessStat(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    // It runs, but belongs to someone else.
    return systemCode(error) === 'EPERM'
  }
}
