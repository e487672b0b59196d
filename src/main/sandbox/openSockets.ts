import { lstat, readFile, realpath } from 'node:fs/promises'
import { isWithin } from '../../shared/paths'

/** Shown empty to every command. */
const hiddenAnyway = ['/run', '/tmp', '/var/tmp', '/dev', '/proc']
/** A machine has some hundreds, almost all of them in `/run`. */
const mostSockets = 500

/**
 * Sockets of other programs that lie in plain folders, such as an editor's or a container engine's: a read-only file system keeps nobody
 * from talking to them. Those below `open` (the command's own folders) and below `hidden` are left out.
 */
export async function openSockets({ open, hidden }: { open: readonly string[], hidden: readonly string[] }): Promise<string[]> {
  const known = process.platform === 'linux' ? await readFile('/proc/net/unix', 'utf8') : ''
  const paths = new Set(known.split('\n').flatMap(line => /^\S+: (?:\S+ ){5} *\d+ (\/.*)$/.exec(line)?.[1] ?? []))
  const found = await Promise.all([...paths].slice(0, mostSockets).map(realSocket))
  const leftOut = [...hiddenAnyway, ...open, ...hidden]
  return [...new Set(found)]
    .filter(path => path !== undefined)
    .filter(path => !leftOut.some(folder => isWithin(path, folder, process.platform)))
}

/** With its links followed; `undefined` where it is gone, or out of reach for the command as it is for us. */
async function realSocket(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path)
    return (await lstat(real)).isSocket() ? real : undefined
  }
  catch {
    return undefined
  }
}
