import type { KnownFolder } from './knownFolder'
import { dirname, join } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { getExcludePath, lstatUnguarded, versionControl } from '../../git/repository'
import { addIgnoreFiles, ignoreFileNames, readRepositoryRules } from '../../workspace/listing/ignoreFiles'
import { type IgnoreRules, isIgnored } from '../../workspace/listing/ignoreRules'
import { isReal } from './paths'

/** Generated folders, ignored if there are no ignore rules. */
const generatedFolders = new Set(['node_modules', '.venv', '__pycache__'])
/** Marks a folder as a cache (bford.info/cachedir). */
const cacheTag = 'CACHEDIR.TAG'
const isCaseBlind = process.platform === 'win32' || process.platform === 'darwin'

/** Whether the name belongs to a version control system. */
export function isVersionControl(name: string): boolean {
  return versionControl.has(isCaseBlind ? name.toLowerCase() : name)
}

/** Whether a file named by an agent may be scanned. `closed`: folders that are never entered. */
export function mayScan(path: string, absolute: string, closed: readonly string[]): boolean {
  return !path.split('/').some(isVersionControl)
    && !closed.some(folder => isWithin(absolute, folder, process.platform))
    && isReal(dirname(absolute))
}

/** The names in a folder that affect its ignore rules. */
export function filterRuleNames(names: readonly string[]): string[] {
  return names.filter(name => name === '.git' || name === cacheTag || (ignoreFileNames as readonly string[]).includes(name))
}

/** A stamp that changes when any file with the folder's rules changes. */
export function stampRules({ absolute, ruleNames }: KnownFolder): string {
  return ruleNames.map((name) => {
    const place = name === '.git' ? getExcludePath(absolute) : undefined
    const stats = name === cacheTag ? undefined : lstatUnguarded(place ?? join(absolute, name))
    return `${name} ${stats?.mtimeMs} ${stats?.ctimeMs} ${stats?.size}`
  }).join('\n')
}

/** The ignore rules of a folder. A nested repository starts with its own. */
export function readFolderRules({ absolute, ruleNames }: KnownFolder, { above, isRoot, globalRules }: {
  above: IgnoreRules | undefined
  isRoot: boolean
  /** Content of the `core.excludesFile` file. */
  globalRules: string | undefined
}): IgnoreRules | undefined {
  // The rules above include the recorded folder's own repository.
  const begin = ruleNames.includes('.git') && !isRoot ? readRepositoryRules(absolute, globalRules) : above
  return addIgnoreFiles(begin, absolute, new Set(ruleNames))
}

/** Whether a folder is ignored by rules or by name. */
export function isFolderIgnored(rules: IgnoreRules | undefined, name: string, absolute: string): boolean {
  return rules === undefined ? generatedFolders.has(name) : isIgnored(rules, absolute, 'folder')
}

/** Whether a folder is tagged as a cache. */
export function isCache({ rules, ruleNames }: KnownFolder): boolean {
  return rules === undefined && ruleNames.includes(cacheTag)
}
