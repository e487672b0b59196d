import type { Stats } from 'node:fs'
import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readPlainText } from '../system/readPlainFile'
import { askGit } from './askGit'

/** A repository as its files tell of it: git itself could run programs that the repository names. */
export interface Repository {
  /** The top of the working tree. */
  readonly top: string
  /** Where git keeps what belongs to this working tree alone, such as its index. */
  readonly folder: string
  /** Where git keeps what all of the repository's working trees share, such as its settings. */
  readonly common: string
}

/** What is checked out. What is unknown is absent. */
export interface Head {
  /** The name of a branch, or the first characters of a commit's hash. */
  readonly branch: string | undefined
  readonly commit: string | undefined
}

/** The names under which version control keeps its own files. */
export const versionControl: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.jj'])

/** How many characters of a commit's hash are shown. */
const shownLetters = 7
/** Deeper folders come from mistakes or from attacks. */
const maxDepth = 100
/** What HEAD names where references lie in a table, for programs that only know files. */
const inTable = 'refs/heads/.invalid'

/** The repository that a path lies in, as git finds it: in the folder or the nearest one above it, on the same disk. */
export function findRepository(path: string): Repository | undefined {
  let [top, disk] = [path, statsAnywhere(path)?.dev]
  for (let depth = 0; depth < maxDepth; depth++) {
    disk ??= statsAnywhere(top)?.dev
    if (disk !== undefined && statsAnywhere(top)?.dev !== disk)
      break
    const repository = repositoryAt(top)
    if (repository !== undefined && readPlainText(join(repository.folder, 'HEAD')) !== undefined)
      return repository
    if (dirname(top) === top)
      break
    top = dirname(top)
  }
  return undefined
}

/** The repository whose top a folder is; `undefined` for any other folder. */
function repositoryAt(top: string): Repository | undefined {
  const git = join(top, '.git')
  const stats = statsAnywhere(git)
  const folder = stats?.isDirectory() ? git : stats?.isFile() ? linkedFolder(git) : undefined
  if (folder === undefined)
    return undefined
  return { top, folder, common: resolve(folder, firstLine(join(folder, 'commondir')) ?? '.') }
}

/** The folder that a `.git` file names: of a linked working tree, or a submodule. */
export function linkedFolder(file: string): string | undefined {
  const named = /^gitdir: *(\S.*)/m.exec(readPlainText(file) ?? '')?.[1]?.trimEnd()
  return named === undefined ? undefined : resolve(dirname(file), named)
}

/** Where the repository whose top this is keeps its exclude file; `undefined` for any other folder. */
export function excludeFile(top: string): string | undefined {
  const repository = repositoryAt(top)
  return repository && join(repository.common, 'info', 'exclude')
}

/** The branch that is checked out in a working tree, or the beginning of the commit that is. */
export function readBranch(repository: Repository): string | undefined {
  const isInTable = firstLine(join(repository.folder, 'HEAD')) === `ref: ${inTable}`
  const branch = isInTable ? askGit(repository.top, ['symbolic-ref', '--short', 'HEAD'])?.trim() : undefined
  return branch ?? readHead(repository).branch
}

/** What is checked out in a working tree. */
export function readHead({ top, folder, common }: Repository): Head {
  const text = firstLine(join(folder, 'HEAD'))
  const ref = /^ref: (\S+)$/.exec(text ?? '')?.[1]
  if (ref === inTable) {
    const commit = askGit(top, ['rev-parse', '--verify', '--quiet', 'HEAD'])?.trim()
    const branch = askGit(top, ['symbolic-ref', '--short', 'HEAD'])?.trim()
    return { branch: branch ?? commit?.slice(0, shownLetters), commit }
  }
  if (ref === undefined)
    return { branch: text?.slice(0, shownLetters), commit: text }
  return { branch: ref.replace(/^refs\/heads\//, ''), commit: resolveCommit(ref, [folder, common]) }
}

/** What is at a path, wherever a repository's files lead; what is closed to this person counts as not there. */
export function statsAnywhere(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  }
  catch {
    return undefined // what cannot be looked at has no say
  }
}

function resolveCommit(ref: string, [folder, common]: readonly [string, string]): string | undefined {
  const loose = firstLine(join(folder, ref)) ?? firstLine(join(common, ref))
  if (loose !== undefined)
    return loose
  const packed = readPlainText(join(common, 'packed-refs')) ?? ''
  return packed.split('\n').find(line => line.endsWith(` ${ref}`))?.split(' ')[0]
}

function firstLine(path: string): string | undefined {
  return readPlainText(path)?.trim().split('\n', 1)[0]
}
