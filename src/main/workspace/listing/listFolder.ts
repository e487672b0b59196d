import type { Dirent } from 'node:fs'
import type { FolderEntry, FolderListing } from '../../../shared/contract/methods/fileMethods'
import type { Workspace } from '../workspace'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { getSystemCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { versionControl } from '../../git/repository'
import { createNotFoundError, createOutsideError, toFileError } from '../fileErrors'
import { openFolder, resolveInFolder } from '../files/openFile'
import { walkAncestors } from '../pinnedFolder'
import { addIgnoreFiles, ignoreRulesAbove } from './ignoreFiles'
import { isIgnored } from './ignoreRules'

/** More rows than a person would scroll through. */
const maxEntries = 50_000
/** Yields after this long, so as not to block the host. */
const sliceMs = 8
const names = new Intl.Collator(undefined, { numeric: true })

/** Lists a folder of the workspace, including ignored entries, folders first. Throws `FileError`. */
export async function listFolder(path: string, workspace: Workspace): Promise<FolderListing> {
  const location = await workspace.locateFolder(path)
  if (location.kind === 'refused')
    throw location.error
  if (location.kind !== 'inside')
    throw createOutsideError()
  const { realPath } = location
  const { found, isCut } = await readEntries(realPath, path)
  const plainFiles = new Set(found.flatMap(entry => entry.isFile() ? [entry.name] : []))
  const rules = addIgnoreFiles(ignoreRulesAbove(realPath), realPath, plainFiles)
  const roots = workspace.roots.filter(root => isWithin(realPath, root, process.platform))
  // Everything in an ignored folder is ignored, even if a rule un-ignores it.
  const isInIgnored = [...walkAncestors(realPath)].some(folder =>
    roots.some(root => folder !== root && isWithin(folder, root, process.platform))
    && isIgnored(rules, folder, 'folder'))
  const entries: FolderEntry[] = []
  let sliceStart = performance.now()
  for (const entry of found) {
    if (performance.now() - sliceStart > sliceMs) {
      await turn()
      sliceStart = performance.now()
    }
    const path = join(realPath, entry.name)
    const kind = await resolveKind(entry, path, workspace)
    entries.push({
      name: entry.name,
      kind,
      isIgnored: isInIgnored || isIgnored(rules, path, kind === 'folder' ? 'folder' : 'file'),
    })
  }
  return { path: realPath, entries: entries.sort(compareEntries), isCut }
}

async function readEntries(realPath: string, path: string): Promise<{ found: Dirent[], isCut: boolean }> {
  try {
    const folder = await openFolder(realPath, realPath)
    try {
      const found: Dirent[] = []
      for await (const entry of await opendir(resolveInFolder(folder, realPath), { bufferSize: 256 })) {
        if (found.length >= maxEntries)
          return { found, isCut: true }
        if (!versionControl.has(entry.name))
          found.push(entry)
      }
      return { found, isCut: false }
    }
    finally {
      await folder.close()
    }
  }
  catch (error) {
    throw getSystemCode(error) === 'ENOTDIR' ? createNotFoundError(path) : toFileError(error, path)
  }
}

/** A link has the kind of its target, if the workspace allows opening that. */
async function resolveKind(entry: Dirent, path: string, workspace: Workspace): Promise<FolderEntry['kind']> {
  if (entry.isFile())
    return 'file'
  if (entry.isDirectory())
    return 'folder'
  if (!entry.isSymbolicLink())
    return 'other'
  const location = await workspace.locateFolder(path)
  if (location.kind !== 'inside')
    return 'other'
  const status = await stat(location.realPath).catch(() => undefined) // removed meanwhile
  // A link to a folder can't be expanded, because it could lead to a cycle.
  return status?.isFile() ? 'file' : 'other'
}

function compareEntries(left: FolderEntry, right: FolderEntry): number {
  if ((left.kind === 'folder') !== (right.kind === 'folder'))
    return left.kind === 'folder' ? -1 : 1
  return names.compare(left.name, right.name)
}
