import type { IgnoreRules } from './ignoreRules'
import { join } from 'node:path'
import { getExcludePath, lstatUnguarded } from '../../git/repository'
import { readPlainText } from '../../system/readPlainFile'
import { walkAncestors } from '../pinnedFolder'
import { addIgnoreFile } from './ignoreRules'

/** In order of precedence; the last one wins. */
export const ignoreFileNames = ['.gitignore', '.ignore'] as const

/** Adds the rules of a folder's ignore files. `names` are the regular files in the folder. */
export function addIgnoreFiles(
  above: IgnoreRules | undefined,
  folder: string,
  names: ReadonlySet<string>,
): IgnoreRules | undefined {
  return ignoreFileNames
    .filter(name => names.has(name))
    .reduce((rules, name) => addRules(rules, folder, readPlainText(join(folder, name))), above)
}

/**
 * The rules of ignore files above a folder, up to the top of its repository, and of the repository's exclude file.
 * `globalRules` is the text of the person's global exclude file.
 */
export function ignoreRulesAbove(folder: string, globalRules?: string): IgnoreRules | undefined {
  const between: string[] = []
  for (const ancestor of walkAncestors(folder)) {
    if (ancestor !== folder)
      between.unshift(ancestor)
    const excluded = getExcludePath(ancestor)
    if (excluded === undefined)
      continue
    let rules = readRepositoryRules(ancestor, globalRules)
    for (const one of between)
      rules = addIgnoreFiles(rules, one, findIgnoreFiles(one))
    return rules
  }
  return undefined // outside a repository, ignore files of ancestors do not apply
}

/**
 * The rules of the global and the repository's exclude file, without ignore files. `folder` is the repository's top.
 */
export function readRepositoryRules(folder: string, globalRules?: string): IgnoreRules | undefined {
  const excluded = getExcludePath(folder)
  return excluded === undefined
    ? undefined
    : addRules(addRules(undefined, folder, globalRules), folder, readPlainText(excluded))
}

/** Path of an ignore file of the folder that is skipped because it is a link, a pipe or a device, or is too long. */
export function findSkippedIgnoreFile(folder: string): string | undefined {
  const excluded = getExcludePath(folder)
  return [
    ...ignoreFileNames.map(name => join(folder, name)),
    ...excluded === undefined ? [] : [excluded],
  ].find((path) => {
    const status = lstatUnguarded(path)
    return status !== undefined && !status.isDirectory() && !(status.isFile() && readPlainText(path) !== undefined)
  })
}

function findIgnoreFiles(folder: string): ReadonlySet<string> {
  return new Set(ignoreFileNames.filter(name => lstatUnguarded(join(folder, name))?.isFile()))
}

function addRules(above: IgnoreRules | undefined, folder: string, text: string | undefined): IgnoreRules | undefined {
  return text === undefined ? above : addIgnoreFile(above, folder, text)
}
