import { lstat, readFile, realpath } from 'node:fs/promises'
import { isWithin } from '../../shared/paths'

/** Folders that are empty in every sandbox. */
const alwaysHidden = ['/run', '/tmp', '/var/tmp', '/dev', '/proc']
/** A machine has a few hundred sockets, almost all of them in `/run`. */
const maxSockets = 500

/**
 * Finds sockets of other programs in ordinary folders, such as an editor's or a container engine's, because a read-only
 * file system does not prevent connecting to them. Excludes sockets below `open` (the command's folders) and `hidden`.
 */
export async function findOpenSockets({ open, hidden }: {
  open: readonly string[]
  hidden: readonly string[]
}): Promise<string[]> {
  const table = process.platform === 'linux' ? await readFile('/proc/net/unix', 'utf8') : ''
  const paths = new Set(table.split('\n').flatMap(line => /^\S+: (?:\S+ ){5} *\d+ (\/.*)$/.exec(line)?.[1] ?? []))
  const found = await Promise.all([...paths].slice(0, maxSockets).map(resolveSocket))
  const excluded = [...alwaysHidden, ...open, ...hidden]
  return [...new Set(found)]
    .filter(path => path !== undefined)
    .filter(path => !excluded.some(folder => isWithin(path, folder, process.platform)))
}

/** The socket's real path; `undefined` if it was removed, or is inaccessible to Parley and thus to the command. */
async function resolveSocket(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path)
    return (await lstat(real)).isSocket() ? real : undefined
  }
  catch {
    return undefined
  }
}
