import { lstat, readFile, realpath } from 'node:fs/promises'
import { isWithin } from '../../shared/paths'

/** Folders that every command sees empty. */
const hiddenAnyway = ['/run', '/tmp', '/var/tmp', '/dev', '/proc']
/** A machine has some hundreds, almost all of them in `/run`. */
const maxSockets = 500

/**
 * Sockets of other programs in ordinary folders, such as an editor's or a container engine's: a read-only file system
 * does not prevent connecting to them. Without those below `open` (the command's own folders) and below `hidden`.
 */
export async function openSockets({ open, hidden }: { open: readonly string[], hidden: readonly string[] }): Promise<string[]> {
  const known = process.platform === 'linux' ? await readFile('/proc/net/unix', 'utf8') : ''
  const paths = new Set(known.split('\n').flatMap(line => /^\S+: (?:\S+ ){5} *\d+ (\/.*)$/.exec(line)?.[1] ?? []))
  const found = await Promise.all([...paths].slice(0, maxSockets).map(realSocket))
  const leftOut = [...hiddenAnyway, ...open, ...hidden]
  return [...new Set(found)]
    .filter(path => path !== undefined)
    .filter(path => !leftOut.some(folder => isWithin(path, folder, process.platform)))
}

/** Its real path; `undefined` if it is gone, or as unreachable for the command as it is for Parley. */
async function realSocket(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path)
    return (await lstat(real)).isSocket() ? real : undefined
  }
  catch {
    return undefined
  }
}
