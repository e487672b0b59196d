import { readFile } from 'node:fs/promises'
import { systemCode } from '../shared/errors'

/**
 * What tells a process from a later one under the same id: on Linux the boot and the clock tick it started at.
 * `undefined` when it does not run. Elsewhere only whether it runs is known.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux')
    return isRunning(pid) ? 'running' : undefined
  try {
    const [status, boot] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile('/proc/sys/kernel/random/boot_id', 'utf8')])
    // The command's name, in brackets, may hold spaces and brackets itself.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    const [state, startTick] = [fields[0], fields[19]]
    return state === 'Z' || state === 'X' ? undefined : `${boot.trim()}:${startTick}`
  }
  catch {
    // No such process.
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  }
  catch (error) {
    // It runs, but belongs to somebody else.
    return systemCode(error) === 'EPERM'
  }
}
