import type { IgnoreRules } from './ignoreRules'
import { lstat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { plainTextOf } from '../../system/readPlainFile'
import { ancestorsOf } from '../pinnedFolder'
import { withIgnoreFile } from './ignoreRules'

/** In the order in which they count; the last one wins. */
const ignoreFileNames = ['.gitignore', '.ignore'] as const

/** The rules with those of the ignore files in a folder. `names`: what lies in it as plain files. */
export function withIgnoreFiles(above: IgnoreRules | undefined, folder: string, names: ReadonlySet<string>): IgnoreRules | undefined {
  return ignoreFileNames
    .filter(name => names.has(name))
    .reduce((rules, name) => withText(rules, folder, plainTextOf(join(folder, name))), above)
}

/** What ignore files above a folder say about it, up to the top of its repository, and what that repository excludes for this person. */
export async function ignoreRulesAbove(folder: string): Promise<IgnoreRules | undefined> {
  const between: string[] = []
  for (const ancestor of ancestorsOf(folder)) {
    if (ancestor !== folder)
      between.unshift(ancestor)
    const excluded = await excludeFileOf(ancestor)
    if (excluded === undefined)
      continue
    let rules = withText(undefined, ancestor, plainTextOf(excluded))
    for (const one of between)
      rules = withIgnoreFiles(rules, one, await plainFilesIn(one))
    return rules
  }
  return undefined // no repository: what lies above has no say
}

/** Where the repository whose top this is keeps its exclude file; `undefined` for any other folder. */
async function excludeFileOf(folder: string): Promise<string | undefined> {
  const git = join(folder, '.git')
  const status = await lstat(git).catch(() => undefined) // most folders have none
  if (status?.isDirectory())
    return join(git, 'info', 'exclude')
  // A worktree: a file names the folder of its own, which names the one of all.
  const own = status?.isFile() ? /^gitdir: (.+)/.exec(plainTextOf(git) ?? '')?.[1]?.trim() : undefined
  if (own === undefined)
    return undefined
  const ownFolder = resolve(folder, own)
  return join(resolve(ownFolder, plainTextOf(join(ownFolder, 'commondir'))?.trim() ?? dirname(dirname(ownFolder))), 'info', 'exclude')
}

async function plainFilesIn(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const name of ignoreFileNames) {
    const status = await lstat(join(folder, name)).catch(() => undefined) // most folders have none
    if (status?.isFile())
      names.add(name)
  }
  return names
}

function withText(above: IgnoreRules | undefined, folder: string, text: string | undefined): IgnoreRules | undefined {
  return text === undefined ? above : withIgnoreFile(above, folder, text)
}
