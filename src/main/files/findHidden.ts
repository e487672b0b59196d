import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { getExcludePath, versionControl } from '../git/repository'
import {
  addIgnoreFiles,
  findSkippedIgnoreFile,
  ignoreFileNames,
  ignoreRulesAbove,
} from '../workspace/listing/ignoreFiles'
import { type IgnoreRules, isIgnored } from '../workspace/listing/ignoreRules'
import { walkAncestors } from '../workspace/pinnedFolder'

/** The paths that ignore files hide below a folder. */
export interface Hidden {
  /** The outermost hidden folders, as lines of an ignore file that match only them. */
  readonly folders: readonly string[]
  /** Whether a file outside those folders is hidden. */
  readonly hides: (path: string) => boolean
  /** An ignore file that was skipped because it is not a regular file or is too long. */
  readonly unread?: string
  /** A limit was reached, so ignore files in deeper folders were skipped. */
  readonly isCut: boolean
}

/** More than the largest repositories contain. */
const maxFolders = 100_000
const maxMs = 5_000
/** Number of folders to read concurrently. */
const batch = 16

/** Reads the ignore files of a folder, of its ancestors, and of its descendants that are not hidden. */
export async function findHidden(top: string, signal: AbortSignal): Promise<Hidden> {
  const started = performance.now()
  const folders: string[] = []
  const rulesIn = new Map<string, IgnoreRules | undefined>()
  let unread = findRuleFolders(top).map(findSkippedIgnoreFile).find(path => path !== undefined)
  let isCut = false
  const waiting: { readonly path: string, readonly rules: IgnoreRules | undefined }[] = [{
    path: top,
    rules: ignoreRulesAbove(top),
  }]
  while (waiting.length > 0 && !signal.aborted && !isCut) {
    const now = waiting.splice(0, batch)
    const read = await Promise.all(now.map(async one => ({ ...one, found: await readEntries(one.path) })))
    for (const { path, rules: above, found } of read) {
      const plainFiles = new Set(ignoreFileNames.filter(name =>
        found.some(entry => entry.name === name && entry.isFile()),
      ))
      if (path === top || found.some(({ name }) => ignoreFileNames.some(known => known === name)))
        unread ??= findSkippedIgnoreFile(path)
      const rules = addIgnoreFiles(above, path, plainFiles)
      rulesIn.set(path, rules)
      for (const entry of found) {
        const inside = join(path, entry.name)
        if (!entry.isDirectory() || versionControl.has(entry.name))
          continue
        if (isIgnored(rules, inside, 'folder'))
          folders.push(toIgnoreLine(inside.slice(top.length)))
        else
          waiting.push({ path: inside, rules })
      }
    }
    isCut = rulesIn.size > maxFolders || performance.now() - started > maxMs
  }
  return {
    folders,
    hides: path => isIgnored(rulesIn.get(dirname(path)), path, 'file'),
    ...unread !== undefined && { unread },
    isCut,
  }
}

/** Ancestors whose ignore files apply to a folder, up to the top of its repository. */
function findRuleFolders(top: string): string[] {
  const above = [...walkAncestors(top)]
  return above.slice(0, above.findIndex(folder => getExcludePath(folder) !== undefined) + 1)
    .filter(folder => folder !== top)
}

async function readEntries(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  }
  catch {
    return [] // removed or unreadable: the search cannot read it either
  }
}

/** An ignore line that matches only one folder. Characters that a line cannot contain become wildcards. */
function toIgnoreLine(below: string): string {
  const path = below.replaceAll(process.platform === 'win32' ? '\\' : '/', '/').replace(/^\/*/, '/')
  return `${path.replace(/[*?[\]{}\\]/g, '\\$&').replace(/[\r\n]/g, '?').replaceAll('\uFFFD', '*')}/`
}
