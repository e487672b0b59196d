import { readdirSync, readFileSync } from 'node:fs'

/** The variable by which a test recognizes everything that its app started, however far down. */
export const markName = 'E2E_APP_MARK'

/**
 * The command lines of processes with `mark` in their environment. Only Linux shows other processes' environments; on
 * other systems there are none.
 */
export function markedProcesses(mark: string): string[] {
  if (process.platform !== 'linux')
    return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => readProc(pid, 'environ').split('\0').includes(`${markName}=${mark}`))
    .map(pid => `${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ').slice(0, 200)}`)
}

/** Empty for a process that has just ended, or that is another person's. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  }
  catch {
    return ''
  }
}
