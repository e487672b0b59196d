import { readdirSync, readFileSync } from 'node:fs'

/** The variable by which a test recognizes all descendants of its app. */
export const markName = 'E2E_APP_MARK'

/**
 * Lists the command lines of processes with `mark` in their environment. Always empty except on Linux, as other systems
 * hide the environments of processes.
 */
export function markedProcesses(mark: string): string[] {
  if (process.platform !== 'linux')
    return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => readProc(pid, 'environ').split('\0').includes(`${markName}=${mark}`))
    .map(pid => `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200)}`)
}

/** Returns '' for a process that has just ended, or belongs to another user. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  }
  catch {
    return ''
  }
}
