import type { IgnoreRules } from './ignoreRules'
import { join } from 'node:path'
import { excludeFileOf, statsAnywhere } from '../../git/repository'
import { plainTextOf } from '../../system/readPlainFile'
import { ancestorsOf } from '../pinnedFolder'
import { withIgnoreFile } from './ignoreRules'

/** In the order in which they count; the last one wins. */
export const ignoreFileNames = ['.gitignore', '.ignore'] as const

/** The rules with those of the ignore files in a folder. `names`: what lies in it as plain files. */
export function withIgnoreFiles(above: IgnoreRules | undefined, folder: string, names: ReadonlySet<string>): IgnoreRules | undefined {
  return ignoreFileNames
    .filter(name => names.has(name))
    .reduce((rules, name) => withText(rules, folder, plainTextOf(join(folder, name))), above)
}

/**
 * What ignore files above a folder say about it, up to the top of its repository, and what that repository excludes for
 * this person.
 * `personal`: what the person excludes from all repositories.
 */
export function ignoreRulesAbove(folder: string, personal?: string): IgnoreRules | undefined {
  const between: string[] = []
  for (const ancestor of ancestorsOf(folder)) {
    if (ancestor !== folder)
      between.unshift(ancestor)
    const excluded = excludeFileOf(ancestor)
    if (excluded === undefined)
      continue
    let rules = rulesOfRepository(ancestor, personal)
    for (const one of between)
      rules = withIgnoreFiles(rules, one, plainFilesIn(one))
    return rules
  }
  return undefined // no repository: what lies above has no say
}

/** What the repository whose top this is excludes for this person, its own ignore files left out. */
export function rulesOfRepository(folder: string, personal?: string): IgnoreRules | undefined {
  const excluded = excludeFileOf(folder)
  return excluded === undefined ? undefined : withText(withText(undefined, folder, personal), folder, plainTextOf(excluded))
}

/** An ignore file of a folder that is there, but whose rules are left out: a link, a pipe or a device, or too long. */
export function unreadIgnoreFile(folder: string): string | undefined {
  const excluded = excludeFileOf(folder)
  return [...ignoreFileNames.map(name => join(folder, name)), ...excluded === undefined ? [] : [excluded]].find((path) => {
    const status = statsAnywhere(path)
    return status !== undefined && !status.isDirectory() && !(status.isFile() && plainTextOf(path) !== undefined)
  })
}

function plainFilesIn(folder: string): ReadonlySet<string> {
  return new Set(ignoreFileNames.filter(name => statsAnywhere(join(folder, name))?.isFile()))
}

function withText(above: IgnoreRules | undefined, folder: string, text: string | undefined): IgnoreRules | undefined {
  return text === undefined ? above : withIgnoreFile(above, folder, text)
}
