import type { GitChange } from '../../../shared/changes/gitChange'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { plainTextOf } from '../../system/readPlainFile'
import { statsElsewhere } from '../see/readState'
import { commitsSince } from './headLog'

/** A repository as read from its files: git itself could run programs that the repository names. */
export interface GitState {
  /** The name of a branch, or the first characters of a commit's hash. */
  readonly branch: string
  readonly commit: string | undefined
  readonly config: string
  readonly hooks: string
  /** The folder of what belongs to this working tree alone. */
  readonly folder: string
  /** The top of the working tree. */
  readonly top: string
}

/** How many characters of a commit's hash are shown. */
const shownLetters = 7
/** More hooks than any repository has. */
const maxHooks = 200

/** Deeper folders come from mistakes or from attacks. */
const maxDepth = 100

/** The repository that the folder lies in; `undefined` where there is none. */
export function readGitState(root: string): GitState | undefined {
  const found = repositoryOf(root)
  if (found === undefined)
    return undefined
  const { top, folder, head: { text, ref, branch } } = found
  const common = resolve(folder, plainTextOf(join(folder, 'commondir'))?.trim() ?? '.')
  const commit = ref === undefined ? text : commitOf(ref, { folder, common })
  const config = [join(common, 'config'), join(folder, 'config.worktree')].map(path => plainTextOf(path) ?? '').join('\n')
  const hooks = [join(common, 'hooks'), ...hookFoldersIn(config, top)].map(hooksIn).join('\0')
  return { branch, commit, config: digest(config), hooks: digest(hooks), folder, top }
}

/** What is checked out where a folder lies, and the folder in which git keeps that; `undefined` outside a repository. */
export function checkedOutAt(path: string): Pick<GitState, 'branch' | 'folder'> | undefined {
  const found = repositoryOf(path)
  return found && { branch: found.head.branch, folder: found.folder }
}

/** What differs between two looks; `undefined` where nothing does. */
export function gitChangeBetween(before: GitState | undefined, after: GitState | undefined): GitChange | undefined {
  if (!before || !after)
    return before === after ? undefined : { repository: after ? 'new' : 'gone' }
  // One lies in the other.
  if (before.top !== after.top)
    return { repository: after.top.length > before.top.length ? 'new' : 'gone' }
  const isMoved = before.commit !== after.commit
  const commits = isMoved && before.commit !== undefined ? commitsSince(after.folder, before.commit) : 0
  const change: GitChange = {
    ...before.branch !== after.branch && { branch: { from: before.branch, to: after.branch } },
    ...isMoved && (commits > 0 ? { commits } : { moved: true as const }),
    ...before.config !== after.config && { config: true as const },
    ...before.hooks !== after.hooks && { hooks: true as const },
  }
  return Object.keys(change).length > 0 ? change : undefined
}

interface Head {
  readonly text: string
  readonly ref: string | undefined
  readonly branch: string
}

/** As git finds it: in the folder or the nearest one above it, on the same disk. */
function repositoryOf(root: string): { readonly top: string, readonly folder: string, readonly head: Head } | undefined {
  let [top, disk] = [root, statsElsewhere(root)?.dev]
  for (let depth = 0; depth < maxDepth; depth++) {
    disk ??= statsElsewhere(top)?.dev
    if (disk !== undefined && statsElsewhere(top)?.dev !== disk)
      break
    const folder = gitFolderOf(top)
    const head = folder === undefined ? undefined : headOf(folder)
    if (folder !== undefined && head !== undefined)
      return { top, folder, head }
    if (dirname(top) === top)
      break
    top = dirname(top)
  }
  return undefined
}

function headOf(folder: string): Head | undefined {
  const text = plainTextOf(join(folder, 'HEAD'))?.trim()
  if (text === undefined)
    return undefined
  const ref = /^ref: (\S+)$/.exec(text)?.[1]
  return { text, ref, branch: ref?.replace(/^refs\/heads\//, '') ?? text.slice(0, shownLetters) }
}

function gitFolderOf(root: string): string | undefined {
  const path = join(root, '.git')
  try {
    const status = lstatSync(path)
    if (status.isDirectory())
      return path
    const named = status.isFile() ? /^gitdir: (.+)/.exec(plainTextOf(path) ?? '')?.[1]?.trim() : undefined
    return named === undefined ? undefined : resolve(root, named)
  }
  catch (error) {
    if (systemCode(error) === undefined)
      throw error
    return undefined // no repository, or none that this person may look into
  }
}

function commitOf(ref: string, { folder, common }: { folder: string, common: string }): string | undefined {
  const loose = plainTextOf(join(folder, ref)) ?? plainTextOf(join(common, ref))
  if (loose !== undefined)
    return loose.trim()
  const packed = plainTextOf(join(common, 'packed-refs')) ?? ''
  return packed.split('\n').find(line => line.endsWith(` ${ref}`))?.split(' ')[0]
}

/** Where the repository's own settings say that hooks lie. */
function hookFoldersIn(config: string, top: string): string[] {
  const named = [...config.matchAll(/^[ \t]*hookspath[ \t]*=[ \t]*(\S.*)$/gim)]
    .map(([, value = '']) => value.trim().replace(/^"(.*)"$/, '$1'))
  return named.slice(-2).map(path => resolve(top, path.replace(/^~(?=\/)/, homedir())))
}

/** Names, sizes and times of the hooks that are no samples. */
function hooksIn(folder: string): string {
  try {
    const names = readdirSync(folder).filter(name => !name.endsWith('.sample')).sort().slice(0, maxHooks)
    return names.map((name) => {
      const { size, mtimeMs, mode } = lstatSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${mode}`
    }).join('\n')
  }
  catch (error) {
    if (systemCode(error) === undefined)
      throw error
    return '' // none
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
