import type { KnownFolder } from './knownFolder'
import { dirname, join } from 'node:path'
import { isWithin } from '../../../shared/paths'
import { excludeFile, statsAnywhere, versionControl } from '../../git/repository'
import { ignoreFileNames, rulesOfRepository, withIgnoreFiles } from '../../workspace/listing/ignoreFiles'
import { type IgnoreRules, isIgnored } from '../../workspace/listing/ignoreRules'
import { isReal } from './paths'

/** Ignored where no rules say what is: what tools make and can make again. */
const generatedFolders = new Set(['node_modules', '.venv', '__pycache__'])
/** A folder that holds it says of itself that it can be made again (bford.info/cachedir). */
const cacheTag = 'CACHEDIR.TAG'
const isCaseBlind = process.platform === 'win32' || process.platform === 'darwin'

/** Whether a name is that of a version control's own files. */
export function isVersionControl(name: string): boolean {
  return versionControl.has(isCaseBlind ? name.toLowerCase() : name)
}

/** Whether what an agent names may be looked at. `closed`: folders that are never entered. */
export function mayScan(path: string, absolute: string, closed: readonly string[]): boolean {
  return !path.split('/').some(isVersionControl)
    && !closed.some(folder => isWithin(absolute, folder, process.platform))
    && isReal(dirname(absolute))
}

/** The names in a folder that decide what is ignored in it. */
export function filterRuleNames(names: readonly string[]): string[] {
  return names.filter(name => name === '.git' || name === cacheTag || (ignoreFileNames as readonly string[]).includes(name))
}

/** Changes whenever one of the files changes from which the folder's rules are read. */
export function stampRules({ absolute, ruleNames }: KnownFolder): string {
  return ruleNames.map((name) => {
    const place = name === '.git' ? excludeFile(absolute) : undefined
    const stats = name === cacheTag ? undefined : statsAnywhere(place ?? join(absolute, name))
    return `${name} ${stats?.mtimeMs} ${stats?.ctimeMs} ${stats?.size}`
  }).join('\n')
}

/** The rules for what lies in a folder. A repository in it starts over. */
export function rulesIn({ absolute, ruleNames }: KnownFolder, { above, isRoot, globalRules }: {
  above: IgnoreRules | undefined
  isRoot: boolean
  /** What the person excludes from all repositories. */
  globalRules: string | undefined
}): IgnoreRules | undefined {
  // The recorded folder's own repository was already read, with what lies above it.
  const begin = ruleNames.includes('.git') && !isRoot ? rulesOfRepository(absolute, globalRules) : above
  return withIgnoreFiles(begin, absolute, new Set(ruleNames))
}

/** Whether a folder is left out, by its rules or by its name. */
export function isFolderIgnored(rules: IgnoreRules | undefined, name: string, absolute: string): boolean {
  return rules === undefined ? generatedFolders.has(name) : isIgnored(rules, absolute, 'folder')
}

/** Whether a folder says of itself that it can be made again, by a tag file. */
export function isCache({ rules, ruleNames }: KnownFolder): boolean {
  return rules === undefined && ruleNames.includes(cacheTag)
}
