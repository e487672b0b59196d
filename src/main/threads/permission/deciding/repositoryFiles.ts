import type { FileAspect } from './fileState'
import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { plainTextOf } from '../../../system/readPlainFile'
import { lookAt } from '../rules/lookAt'

/** A file that decides, and what of it counts. */
export interface DecidingFile {
  readonly path: string
  readonly aspect: FileAspect
}

const maxSubmodules = 50
const maxDepth = 2
/** No honest settings name more; the settings themselves are looked at anyway. */
const maxNamed = 100

/** What git reads to find out what to run, where it is started in a folder: it takes the first repository in it or above. */
export function repositoryFiles(from: string, depth = 0): DecidingFile[] {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = repositoryAt(folder, depth)
    if (found)
      return found
    if (dirname(folder) === folder)
      return []
  }
}

function repositoryAt(folder: string, depth: number): DecidingFile[] | undefined {
  const named = join(folder, '.git')
  const look = lookAt(named)
  if (look === 'file') {
    const target = /^gitdir: (.+)/.exec(textOf(named))?.[1]
    return [text(named), ...target === undefined ? [] : settingsIn(resolve(folder, target.trim()), folder), ...submodules(folder, depth)]
  }
  if (look === 'folder')
    return [...settingsIn(named, folder), ...submodules(folder, depth)]
  // A repository without the usual name: git knows it by what it holds.
  const isBare = isThere(join(folder, 'HEAD'))
    && (isThere(join(folder, 'commondir')) || (isThere(join(folder, 'objects')) && isThere(join(folder, 'refs'))))
  return isBare ? [text(join(folder, 'HEAD')), ...settingsIn(folder, folder)] : undefined
}

/** The settings and hooks of a repository, and of the one that it shares them with; `top` is where its files are. */
function settingsIn(folder: string, top: string): DecidingFile[] {
  const common = textOf(join(folder, 'commondir')).trim()
  const folders = common === '' ? [folder] : [folder, resolve(folder, common)]
  return folders.flatMap((place) => {
    const configs = [join(place, 'config'), join(place, 'config.worktree')]
    const settings = configs.map(textOf).join('\n')
    const hooks = valuesOf(settings, 'hookspath').slice(0, maxNamed).map(path => resolve(top, path)).flatMap(withOwnHooks)
    const included = valuesOf(settings, 'path').slice(0, maxNamed).map(path => resolve(place, path))
    return [
      ...configs.map(path => ({ path, aspect: 'config' }) as const),
      ...included.map(text),
      ...filesNamed(settings, top).map(text),
      ...[join(place, 'commondir'), join(place, 'gitdir')].map(text),
      ...[join(place, 'hooks'), ...hooks].flatMap(filesIn).filter(path => !path.endsWith('.sample')).map(text),
    ]
  })
}

/** Husky's own hooks lie in a folder of that name and start those beside it. */
function withOwnHooks(folder: string): string[] {
  return basename(folder) === '_' ? [folder, dirname(folder)] : [folder]
}

/** Files that settings name, such as a script for `core.fsmonitor`: git starts them at the top of the repository. */
function filesNamed(settings: string, top: string): string[] {
  const words = settings.split('\n').flatMap(line => line.includes('=') ? line.slice(line.indexOf('=') + 1).split(/[\s"'!;|&()]+/) : [])
  const paths = [...new Set(words)].filter(Boolean).slice(0, maxNamed).map(word => resolve(top, word))
  return paths.filter(path => isWithin(path, top, process.platform) && lookAt(path) === 'file')
}

/** `git status` looks into submodules, each with settings of its own. */
function submodules(folder: string, depth: number): DecidingFile[] {
  const file = join(folder, '.gitmodules')
  if (depth >= maxDepth || !isThere(file))
    return []
  const paths = valuesOf(textOf(file), 'path').slice(0, maxSubmodules)
  return [text(file), ...paths.flatMap(path => repositoryAt(resolve(folder, path), depth + 1) ?? [])]
}

/** The values of a setting of this name, in whatever section. */
function valuesOf(settings: string, name: string): string[] {
  return settings.split('\n').flatMap((line) => {
    const [key, ...rest] = line.split('=')
    const value = rest.join('=').trim().replace(/^"|"$/g, '')
    return key!.trim().toLowerCase() === name && value !== '' ? [value] : []
  })
}

function text(path: string): DecidingFile {
  return { path, aspect: 'text' }
}

function isThere(path: string): boolean {
  return lookAt(path) !== 'none'
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map(name => join(folder, name))
  }
  catch {
    return [] // no folder: git finds no hook there either
  }
}

/** What a file says; one that cannot be searched is unknown when its state is read. */
function textOf(path: string): string {
  return plainTextOf(path) ?? ''
}
