import type { Dirent } from 'node:fs'
import type { ProtectedPlaces } from './sandboxPolicy'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** How deep, and in how many folders, to search for protected names: whole trees take too long before each command. */
const mostDepth = 4
const mostFolders = 1_000
/** Only the parts of `.git` that run programs are protected, otherwise commits would fail. */
const gitFixed = ['hooks', 'config', 'config.worktree', 'modules', 'info']

/** The protected places below `roots`; `isProtected` gets paths relative to their root. Links are not followed. */
export async function protectedPlaces(roots: readonly string[], isProtected: (path: string) => boolean): Promise<ProtectedPlaces> {
  const found = { fixed: [] as string[], pinned: [] as string[], empty: [] as string[] }
  for (const root of roots)
    await look(root, isProtected, found)
  return found
}

async function look(
  root: string,
  isProtected: (path: string) => boolean,
  { fixed, pinned, empty }: { fixed: string[], pinned: string[], empty: string[] },
): Promise<void> {
  let folders = [root]
  let looked = 0
  for (let depth = 0; depth < mostDepth && folders.length > 0; depth++) {
    const deeper: string[] = []
    for (const folder of folders) {
      if (++looked > mostFolders)
        return
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name)
        if (entry.isDirectory() && entry.name.toLowerCase() === '.git') {
          const inside = (await entriesOf(path)).map(({ name }) => name)
          pinned.push(path)
          fixed.push(...gitFixed.filter(name => inside.includes(name)).map(name => join(path, name)))
          if (!inside.includes('hooks'))
            empty.push(join(path, 'hooks'))
        }
        else if (isProtected(relative(root, path))) {
          // Protecting a link would protect its target, which is judged elsewhere.
          if (!entry.isSymbolicLink())
            fixed.push(path)
        }
        else if (entry.isDirectory() && entry.name !== 'node_modules') {
          deeper.push(path)
        }
      }
    }
    folders = deeper
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  }
  catch {
    return [] // the command cannot read it either
  }
}
