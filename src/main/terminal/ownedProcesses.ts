import { readdirSync, readFileSync } from 'node:fs'
import { ownerVariable } from './terminalEnvironment'

/**
 * The processes that belong to a terminal's command, wherever they hid: of its session (background and `nohup` jobs), or marked with
 * its token (also after `setsid`). `sessionId` only while the leader is known to live: its number may be given to another process later.
 * Needs `/proc`; elsewhere there are none, and the process group has to do.
 */
export function ownedProcesses({ sessionId, token }: { sessionId: number | undefined, token: string }): number[] {
  if (process.platform !== 'linux')
    return []
  const marker = `${ownerVariable}=${token}`
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 1 && pid !== process.pid && isOwned(pid, sessionId, marker))
}

function isOwned(pid: number, sessionId: number | undefined, marker: string): boolean {
  const stat = read(`/proc/${pid}/stat`)
  // "pid (name) state parent group session …"; the name may hold anything, also a parenthesis.
  const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || state === '' || state === 'Z' || state === 'X')
    return false
  return (sessionId !== undefined && Number(session) === sessionId) || read(`/proc/${pid}/environ`).split('\0').includes(marker)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  }
  catch {
    return '' // it ended meanwhile, or belongs to somebody else: not ours to stop
  }
}
