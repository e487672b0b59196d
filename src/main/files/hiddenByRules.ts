import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { excludeFile, versionControl } from '../git/repository'
import {
  ignoreFileNames,
  ignoreRulesAbove,
  unreadIgnoreFile,
  withIgnoreFiles,
} from '../workspace/listing/ignoreFiles'
import { type IgnoreRules, isIgnored } from '../workspace/listing/ignoreRules'
import { ancestors } from '../workspace/pinnedFolder'

/** What ignore files hide below a folder. */
export interface Hidden {
  /** The outermost hidden folders, as lines of an ignore file that mean only them. */
  readonly folders: readonly string[]
  /** Whether a file in another folder is hidden. */
  readonly hides: (path: string) => boolean
  /** An ignore file whose rules are left out, as it is no plain file or too long. */
  readonly unread?: string
  /** A limit was reached: ignore files further inside are left out. */
  readonly isCut: boolean
}

/** The largest repositories that people work in have fewer folders. */
const maxFolders = 100_000
const maxMs = 5_000
/** Folders that are read at the same time. */
const batch = 16

/** Reads the ignore files of a folder, of those above it and of those below that are not hidden. */
export async function hiddenByRules(top: string, signal: AbortSignal): Promise<Hidden> {
  const started = performance.now()
  const folders: string[] = []
  const rulesIn = new Map<string, IgnoreRules | undefined>()
  let unread = foldersAbove(top).map(unreadIgnoreFile).find(path => path !== undefined)
  let isCut = false
  const waiting: { readonly path: string, readonly rules: IgnoreRules | undefined }[] = [{ path: top, rules: ignoreRulesAbove(top) }]
  while (waiting.length > 0 && !signal.aborted && !isCut) {
    const now = waiting.splice(0, batch)
    for (const { path, rules: above, found } of await Promise.all(now.map(async one => ({ ...one, found: await entriesOf(one.path) })))) {
      const plainFiles = new Set(ignoreFileNames.filter(name => found.some(entry => entry.name === name && entry.isFile())))
      if (path === top || found.some(({ name }) => ignoreFileNames.some(known => known === name)))
        unread ??= unreadIgnoreFile(path)
      const rules = withIgnoreFiles(above, path, plainFiles)
      rulesIn.set(path, rules)
      for (const entry of found) {
        const inside = join(path, entry.name)
        if (!entry.isDirectory() || versionControl.has(entry.name))
          continue
        if (isIgnored(rules, inside, 'folder'))
          folders.push(lineFor(inside.slice(top.length)))
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

/** Those whose ignore files say something about a folder: up to the top of its repository. */
function foldersAbove(top: string): string[] {
  const above = [...ancestors(top)]
  return above.slice(0, above.findIndex(folder => excludeFile(folder) !== undefined) + 1).filter(folder => folder !== top)
}

async function entriesOf(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  }
  catch {
    return [] // gone or closed to this person: the search cannot read it either
  }
}

/** A folder as a line that means only it; a sign that no line can hold stands for any. */
function lineFor(below: string): string {
  const path = below.replaceAll(process.platform === 'win32' ? '\\' : '/', '/').replace(/^\/*/, '/')
  return `${path.replace(/[*?[\]{}\\]/g, '\\$&').replace(/[\r\n]/g, '?').replaceAll('\uFFFD', '*')}/`
}
