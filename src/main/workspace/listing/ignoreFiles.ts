import type { IgnoreRules } from './ignoreRules'
import { join } from 'node:path'
import { excludeFile, statsAnywhere } from '../../git/repository'
import { readPlainText } from '../../system/readPlainFile'
import { ancestors } from '../pinnedFolder'
import { withIgnoreFile } from './ignoreRules'

/** In the order in which they count; the last one wins. */
export const ignoreFileNames = ['.gitignore', '.ignore'] as const

/** The rules with those of the ignore files in a folder. `names`: what lies in it as plain files. */
export function withIgnoreFiles(above: IgnoreRules | undefined, folder: string, names: ReadonlySet<string>): IgnoreRules | undefined {
  return ignoreFileNames
    .filter(name => names.has(name))
    .reduce((rules, name) => withText(rules, folder, readPlainText(join(folder, name))), above)
}

/**
 * What ignore files above a folder say about it, up to the top of its repository, and what that repository excludes for
 * this person.
 * `globalRules`: what the person excludes from all repositories.
 */
export function ignoreRulesAbove(folder: string, globalRules?: string): IgnoreRules | undefined {
  const between: string[] = []
  for (const ancestor of ancestors(folder)) {
    if (ancestor !== folder)
      between.unshift(ancestor)
    const excluded = excludeFile(ancestor)
    if (excluded === undefined)
      continue
    let rules = rulesOfRepository(ancestor, globalRules)
    for (const one of between)
      rules = withIgnoreFiles(rules, one, plainFilesIn(one))
    return rules
  }
  return undefined // no repository: what lies above has no say
}

/** What the repository whose top this is excludes for this person, its own ignore files left out. */
export function rulesOfRepository(folder: string, globalRules?: string): IgnoreRules | undefined {
  const excluded = excludeFile(folder)
  return excluded === undefined
    ? undefined
    : withText(withText(undefined, folder, globalRules), folder, readPlainText(excluded))
}

/** An ignore file of a folder that is there, but whose rules are left out: a link, a pipe or a device, or too long. */
export function unreadIgnoreFile(folder: string): string | undefined {
  const excluded = excludeFile(folder)
  return [...ignoreFileNames.map(name => join(folder, name)), ...excluded === undefined ? [] : [excluded]].find((path) => {
    const status = statsAnywhere(path)
    return status !== undefined && !status.isDirectory() && !(status.isFile() && readPlainText(path) !== undefined)
  })
}

function plainFilesIn(folder: string): ReadonlySet<string> {
  return new Set(ignoreFileNames.filter(name => statsAnywhere(join(folder, name))?.isFile()))
}

function withText(above: IgnoreRules | undefined, folder: string, text: string | undefined): IgnoreRules | undefined {
  return text === undefined ? above : withIgnoreFile(above, folder, text)
}
