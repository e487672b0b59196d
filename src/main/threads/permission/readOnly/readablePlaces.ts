import type { Reading } from '../../../rules/readOnly/readOnlyLine'
import type { Workspace } from '../../../workspace/workspace'
import { lstat, opendir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { systemCode } from '../../../../shared/errors'
import { plainTextOf } from '../../../system/readPlainFile'
import { isProtected } from '../../../workspace/protectedNames'

/** A larger tree is not looked through before each command. */
const maxEntries = 20_000
/** Files by which a search is told to look into hidden files, too: by a line that begins with `!`. */
const ignoreFiles: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore'])
/** The like of a repository, in its `.git`. */
const exclude = join('info', 'exclude')

/** Why a place may not be looked at without a question, or `undefined`. `cwd` is where the command runs. */
export async function whyNotReadable({ path, of }: Reading, cwd: string, workspace: Workspace): Promise<string | undefined> {
  const location = await workspace.locateFolder(resolve(cwd, path))
  if (location.kind !== 'inside' || climbs(path))
    return `${path} is not surely in the folder`
  if (location.relativePaths.some(name => isProtected(name, 'read')))
    return `${path} often holds secrets`
  const look = await lookAt(location.realPath)
  if (look === 'other')
    return `${path} is no ordinary file or folder`
  if (look !== 'folder' || of === 'names' || of === 'content')
    return undefined
  if (workspace.reachesClosed(location.realPath))
    return `${path} holds what is closed to agents`
  if (of === 'names-below')
    return undefined
  const home = workspace.roots.find(root => relative(root, location.realPath).split('/')[0] !== '..') ?? location.realPath
  return whyNotTree(location.realPath, { home, isHidden: of === 'hidden-tree' || (await isTold(location.realPath)) })
}

/** What could be reached in a tree, by the names of what is there; links in it are not followed. */
async function whyNotTree(top: string, { home, isHidden }: { home: string, isHidden: boolean }): Promise<string | undefined> {
  const folders = [top]
  let seen = 0
  for (const folder of folders) {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      if (++seen > maxEntries)
        return `${top} holds too much to look through`
      const list = entry.name === '.git' ? join(path, exclude) : ignoreFiles.has(entry.name) ? path : undefined
      if (!isHidden && list !== undefined && (await holdsException(list)))
        return whyNotTree(top, { home, isHidden: true })
      if (!isHidden && entry.name.startsWith('.'))
        continue
      if (isProtected(relative(home, path), 'read'))
        return `it would also read ${relative(home, path)}, which often holds secrets`
      if (entry.isDirectory())
        folders.push(path)
    }
  }
  return undefined
}

/** Whether a folder above, or the repository's own list, tells a search to look into hidden files. */
async function isTold(top: string): Promise<boolean> {
  for (let folder = top; ; folder = dirname(folder)) {
    for (const name of [...ignoreFiles, join('.git', exclude)]) {
      if (await holdsException(join(folder, name)))
        return true
    }
    if (dirname(folder) === folder)
      return false
  }
}

/** A pipe or a device is never read: opening it could block, and what cannot be read may say so. */
async function holdsException(path: string): Promise<boolean> {
  if (await lookAt(path) === 'none')
    return false
  const text = plainTextOf(path)
  return text === undefined || /^\s*!/m.test(text)
}

/** `a/..` is where a link at `a` leads to for some programs, and the folder itself for others. */
function climbs(path: string): boolean {
  return /[^/.][^/]*\/(?:.*\/)?\.\.(?:\/|$)/.test(path)
}

async function lookAt(path: string): Promise<'none' | 'file' | 'folder' | 'other'> {
  try {
    const there = await lstat(path)
    return there.isDirectory() ? 'folder' : there.isFile() ? 'file' : 'other'
  }
  catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '') ? 'none' : 'other'
  }
}
