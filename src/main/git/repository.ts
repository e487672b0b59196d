import type { Stats } from 'node:fs'
import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readPlainText } from '../system/readPlainFile'
import { askGit } from './askGit'

/** A repository's folders, read from its files because git itself could run programs that the repository configures. */
export interface Repository {
  /** Top folder of the working tree. */
  readonly top: string
  /** The git directory of this working tree, with its index. */
  readonly folder: string
  /** The git directory that all working trees share, with the config. */
  readonly common: string
}

/** The checked-out branch and commit, if known. */
export interface Head {
  /** A branch name, or an abbreviated commit hash. */
  readonly branch: string | undefined
  /** A hash, or something else that changes with it. */
  readonly commit: string | undefined
}

/** Folder names of version control systems. */
export const versionControl: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj'])

/** Length of an abbreviated commit hash. */
const hashLength = 7
/** Deeper folders result from mistakes or attacks. */
const maxDepth = 100
/** The content of HEAD in a repository with reftable storage, for programs that only support ref files. */
const reftableHead = 'refs/heads/.invalid'

/** Finds the repository that contains a path like git does: in the nearest ancestor on the same file system. */
export function findRepository(path: string): Repository | undefined {
  let [top, disk] = [path, lstatUnguarded(path)?.dev]
  for (let depth = 0; depth < maxDepth; depth++) {
    disk ??= lstatUnguarded(top)?.dev
    if (disk !== undefined && lstatUnguarded(top)?.dev !== disk)
      break
    const repository = readRepositoryAt(top)
    if (repository !== undefined && readPlainText(join(repository.folder, 'HEAD')) !== undefined)
      return repository
    if (dirname(top) === top)
      break
    top = dirname(top)
  }
  return undefined
}

/** The repository whose top is this folder; `undefined` for any other folder. */
function readRepositoryAt(top: string): Repository | undefined {
  const git = join(top, '.git')
  const stats = lstatUnguarded(git)
  const folder = stats?.isDirectory() ? git : stats?.isFile() ? readLinkedFolder(git) : undefined
  if (folder === undefined)
    return undefined
  return { top, folder, common: resolve(folder, readFirstLine(join(folder, 'commondir')) ?? '.') }
}

/** The git directory that a `.git` file points to, for a linked working tree or a submodule. */
export function readLinkedFolder(file: string): string | undefined {
  const named = /^gitdir: *(\S.*)/m.exec(readPlainText(file) ?? '')?.[1]?.trimEnd()
  return named === undefined ? undefined : resolve(dirname(file), named)
}

/** Path of the exclude file of the repository whose top is this folder; `undefined` for any other folder. */
export function getExcludePath(top: string): string | undefined {
  const repository = readRepositoryAt(top)
  return repository && join(repository.common, 'info', 'exclude')
}

/** The checked-out branch of a working tree, or the abbreviated commit. */
export function readBranch(repository: Repository): string | undefined {
  const usesReftable = readFirstLine(join(repository.folder, 'HEAD')) === `ref: ${reftableHead}`
  const branch = usesReftable ? askGit(repository.top, ['symbolic-ref', '--short', 'HEAD'])?.trim() : undefined
  return branch ?? readHead(repository).branch
}

/** The checked-out branch and commit of a working tree. */
export function readHead({ top, folder, common }: Repository): Head {
  const text = readFirstLine(join(folder, 'HEAD'))
  const ref = /^ref: (\S+)$/.exec(text ?? '')?.[1]
  if (ref === reftableHead) {
    const commit = askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD'])?.trim()
    const branch = askGit(top, ['symbolic-ref', '--short', 'HEAD'])?.trim()
    return { branch: branch ?? commit?.slice(0, hashLength), commit: commit ?? listReftables(folder, common) }
  }
  if (ref === undefined)
    return { branch: text?.slice(0, hashLength), commit: text }
  return { branch: ref.replace(/^refs\/heads\//, ''), commit: resolveCommit(ref, [folder, common]) }
}

/**
 * The names of a repository's reftables, which change with its refs. If git is too old to read them, nothing else is
 * known.
 */
function listReftables(...folders: readonly string[]): string | undefined {
  const lists = folders.map(folder => readPlainText(join(folder, 'reftable', 'tables.list')))
  return lists.every(list => list === undefined) ? undefined : lists.join('\n')
}

/** Like `lstat`, without any workspace guard. `undefined` for a missing or unreadable path. */
export function lstatUnguarded(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  }
  catch {
    return undefined // an unreadable path counts as missing
  }
}

function resolveCommit(ref: string, [folder, common]: readonly [string, string]): string | undefined {
  const loose = readFirstLine(join(folder, ref)) ?? readFirstLine(join(common, ref))
  if (loose !== undefined)
    return loose
  const packed = readPlainText(join(common, 'packed-refs')) ?? ''
  return packed.split('\n').find(line => line.endsWith(` ${ref}`))?.split(' ')[0]
}

function readFirstLine(path: string): string | undefined {
  return readPlainText(path)?.trim().split('\n', 1)[0]
}
