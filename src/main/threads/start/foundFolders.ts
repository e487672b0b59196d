import { opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'

/** More would not be read by anyone: typing one more letter is quicker. */
const maxFolders = 20
/** A folder may hold a million files. What is asked at every letter looks at the first ones. */
const maxLooked = 5_000

/**
 * The further folders that a path may become: those in it where it ends with a slash, otherwise those beside it whose names begin like its
 * own, in either case. Hidden ones only where a dot is typed; nothing where it cannot be read.
 */
export async function foundFolders(path: string): Promise<string[]> {
  // A share of another machine is asked for nothing before the person starts there.
  if (/^[\\/]{2}/.test(path))
    return []
  const isInside = path.endsWith('/') || path.endsWith(sep)
  const folder = isInside ? path : dirname(path)
  const typed = isInside ? '' : basename(path).toLowerCase()
  const names: string[] = []
  for (const { name, mayBeFolder } of await entriesOf(folder)) {
    if (mayBeFolder && name.toLowerCase().startsWith(typed) && (typed.startsWith('.') || !name.startsWith('.')))
      names.push(name)
  }
  const first = names.sort((one, other) => one.localeCompare(other)).slice(0, 2 * maxFolders).map(name => join(folder, name))
  const found = await Promise.all(first.filter(place => place !== path).map(async place => await isFolder(place) ? [place] : []))
  return found.flat().slice(0, maxFolders)
}

async function entriesOf(folder: string): Promise<{ name: string, mayBeFolder: boolean }[]> {
  const entries: { name: string, mayBeFolder: boolean }[] = []
  try {
    for await (const entry of await opendir(folder)) {
      entries.push({ name: entry.name, mayBeFolder: entry.isDirectory() || entry.isSymbolicLink() })
      if (entries.length === maxLooked)
        break
    }
  }
  catch {
    // What cannot be read completes nothing; whether a thread can work there is told apart from this.
  }
  return entries
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(status => status.isDirectory(), () => false)
}
