import type { Dirent } from 'node:fs'
import type { Workspace } from '../workspace'
import { opendir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { versionControl } from '../../git/repository'
import { openFolder, resolveInFolder } from '../files/openFile'
import { isProtected } from '../protectedNames'
import { addIgnoreFiles, ignoreRulesAbove } from './ignoreFiles'
import { type IgnoreRules, isIgnored } from './ignoreRules'

/** Limits of a listing. It is breadth-first, so they omit the deepest paths. */
export interface ListLimits {
  readonly paths: number
  readonly depth: number
  /** Per folder, because people don't search by name in folders with more files. */
  readonly inFolder: number
  readonly forMs: number
}

/** Enough for most repositories; bounds the work in larger trees. */
export const listLimits: ListLimits = { paths: 100_000, depth: 40, inFolder: 10_000, forMs: 20_000 }
/** Always omitted, because people do not mention files of version control and package managers. */
const omittedNames = new Set([...versionControl, 'node_modules'])
/** Yields after this long, so as not to block the host. */
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
 * Yields, folder by folder, the absolute paths of files and folders (with a trailing separator) that a person may
 * mention. Omits ignored files and files that hold secrets. Does not list linked folders, and includes a link only if
 * the workspace allows opening it. Returns whether a limit was reached.
 */
export async function* listPaths({
  workspace,
  folders,
  signal,
  limits = listLimits,
}: Listing): AsyncGenerator<string[], boolean> {
  const started = performance.now()
  const waiting: Waiting[] = []
  for (const path of folders)
    waiting.push({ path, depth: 0, rules: ignoreRulesAbove(path) })
  let count = 0
  let sliceStart = started
  let isCut = false
  for (const folder of waiting) { // `waiting` grows in the loop
    if (signal.aborted)
      return true
    if (folder.depth > limits.depth || count >= limits.paths || performance.now() - started > limits.forMs) {
      isCut = true
      continue
    }
    const entries = await readEntries(folder, workspace, limits)
    isCut ||= entries.isCut
    const rules = addIgnoreFiles(folder.rules, folder.path, entries.plainFiles)
    const found: string[] = []
    for (const entry of entries.list) {
      if (performance.now() - sliceStart > sliceMs) {
        await turn()
        sliceStart = performance.now()
      }
      const path = join(folder.path, entry.name)
      const kind = await resolveKind(entry, path, workspace)
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

/** Lists a folder sorted by name. Returns nothing if the workspace does not allow opening it. */
async function readEntries({ path }: Waiting, workspace: Listing['workspace'], { inFolder }: ListLimits) {
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
      for await (const entry of await opendir(resolveInFolder(folder, path), { bufferSize: 256 })) {
        isCut = list.length >= inFolder
        if (isCut)
          break
        if (entry.isFile())
          plainFiles.add(entry.name)
        const isShown = !omittedNames.has(entry.name) && isNameable(entry.name)
        if (isShown && !isProtected(join(below, entry.name, entry.isDirectory() ? '/' : ''), 'read'))
          list.push(entry)
      }
    }
    finally {
      await folder.close()
    }
  }
  catch {
    return { list: [], plainFiles, isCut } // removed, swapped or unreadable
  }
  list.sort((left, right) => left.name < right.name ? -1 : 1)
  return { list, plainFiles, isCut }
}

async function resolveKind(
  entry: Dirent,
  path: string,
  workspace: Listing['workspace'],
): Promise<'file' | 'folder' | 'link' | undefined> {
  if (entry.isFile())
    return 'file'
  if (entry.isDirectory())
    return 'folder'
  if (!entry.isSymbolicLink())
    return undefined
  const location = await workspace.locateFolder(path)
  if (location.kind !== 'inside' || location.relativePaths.some(name => isProtected(name, 'read')))
    return undefined
  const status = await stat(location.realPath).catch(() => undefined) // removed meanwhile
  return status?.isFile() ? 'file' : status?.isDirectory() ? 'link' : undefined
}

/** Excludes names that are not UTF-8, because they cannot be opened, and names with line breaks. */
function isNameable(name: string): boolean {
  return !/[\uFFFD\n\r]/.test(name)
}
