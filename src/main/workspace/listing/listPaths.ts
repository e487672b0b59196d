import type { Dirent } from 'node:fs'
import type { Workspace } from '../workspace'
import { opendir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { versionControl } from '../../git/repository'
import { openFolder, pathIn } from '../files/openFile'
import { isProtected } from '../protectedNames'
import { ignoreRulesAbove, withIgnoreFiles } from './ignoreFiles'
import { type IgnoreRules, isIgnored } from './ignoreRules'

/** How much is listed. What lies nearest comes first, so that a limit leaves out what is deep. */
export interface ListLimits {
  readonly paths: number
  readonly depth: number
  /** In one folder: among more files, a person does not look for one by its name. */
  readonly inFolder: number
  readonly forMs: number
}

/** More than the largest repositories that people work in by hand. */
export const listLimits: ListLimits = { paths: 100_000, depth: 40, inFolder: 10_000, forMs: 20_000 }
/** No one means these by a name, ignore files or not: what git keeps, and what package managers unpack. */
const leftOut = new Set([...versionControl, 'node_modules'])
/** How long the host may be blocked at a time. */
const sliceMs = 8

interface Waiting {
  readonly path: string
  readonly depth: number
  readonly rules: IgnoreRules | undefined
}

interface Listing {
  readonly workspace: Pick<Workspace, 'locateFolder'>
  /** Real paths of folders of the workspace. */
  readonly folders: readonly string[]
  readonly signal: AbortSignal
  readonly limits?: ListLimits
}

/**
 * The absolute paths of files and folders (these end with a separator) that a person may mean, folder by folder, as far
 * as no ignore file hides them. Links are never followed to list what is behind, and named only where the guard lets
 * them be opened; names of secrets are left out. Returns whether a limit was reached.
 */
export async function* listPaths({ workspace, folders, signal, limits = listLimits }: Listing): AsyncGenerator<string[], boolean> {
  const started = performance.now()
  const waiting: Waiting[] = []
  for (const path of folders)
    waiting.push({ path, depth: 0, rules: ignoreRulesAbove(path) })
  let count = 0
  let sliceStart = started
  let isCut = false
  for (const folder of waiting) { // grows meanwhile
    if (signal.aborted)
      return true
    if (folder.depth > limits.depth || count >= limits.paths || performance.now() - started > limits.forMs) {
      isCut = true
      continue
    }
    const entries = await entriesOf(folder, workspace, limits)
    isCut ||= entries.isCut
    const rules = withIgnoreFiles(folder.rules, folder.path, entries.plainFiles)
    const found: string[] = []
    for (const entry of entries.list) {
      if (performance.now() - sliceStart > sliceMs) {
        await turn()
        sliceStart = performance.now()
      }
      const path = join(folder.path, entry.name)
      const kind = await kindOf(entry, path, workspace)
      if (kind === undefined || isIgnored(rules, path, kind === 'file' ? 'file' : 'folder'))
        continue
      if (kind === 'folder')
        waiting.push({ path, depth: folder.depth + 1, rules })
      found.push(kind === 'file' ? path : `${path}${sep}`)
    }
    isCut ||= count + found.length > limits.paths
    found.length = Math.min(found.length, limits.paths - count)
    count += found.length
    if (found.length > 0)
      yield found
  }
  return isCut
}

/** What a folder holds, by name, as long as it is the folder that the guard lets be opened. */
async function entriesOf({ path }: Waiting, workspace: Listing['workspace'], { inFolder }: ListLimits) {
  const list: Dirent[] = []
  const plainFiles = new Set<string>()
  let isCut = false
  const location = await workspace.locateFolder(path)
  if (location.kind !== 'inside' || location.realPath !== path)
    return { list, plainFiles, isCut }
  const below = location.relativePaths.at(-1) ?? ''
  try {
    const folder = await openFolder(path, path)
    try {
      for await (const entry of await opendir(pathIn(folder, path), { bufferSize: 256 })) {
        isCut = list.length >= inFolder
        if (isCut)
          break
        if (entry.isFile())
          plainFiles.add(entry.name)
        const isShown = !leftOut.has(entry.name) && isNameable(entry.name)
        if (isShown && !isProtected(join(below, entry.name, entry.isDirectory() ? '/' : ''), 'read'))
          list.push(entry)
      }
    }
    finally {
      await folder.close()
    }
  }
  catch {
    return { list: [], plainFiles, isCut } // gone, swapped or closed to this person: there is nothing to name in it
  }
  list.sort((left, right) => left.name < right.name ? -1 : 1)
  return { list, plainFiles, isCut }
}

async function kindOf(entry: Dirent, path: string, workspace: Listing['workspace']): Promise<'file' | 'folder' | 'link' | undefined> {
  if (entry.isFile())
    return 'file'
  if (entry.isDirectory())
    return 'folder'
  if (!entry.isSymbolicLink())
    return undefined
  const location = await workspace.locateFolder(path)
  if (location.kind !== 'inside' || location.relativePaths.some(name => isProtected(name, 'read')))
    return undefined
  const status = await stat(location.realPath).catch(() => undefined) // gone meanwhile
  return status?.isFile() ? 'file' : status?.isDirectory() ? 'link' : undefined
}

/** Not for a name that was not UTF-8, which no one could ask for, or that breaks a line. */
function isNameable(name: string): boolean {
  return !/[\uFFFD\n\r]/.test(name)
}
