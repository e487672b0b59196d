import type { GitChange } from '../../../shared/changes/gitChange'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { plainTextOf } from '../../system/readPlainFile'
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
}

/** How many characters of a commit's hash are shown. */
const shownLetters = 7
/** More hooks than any repository has. */
const maxHooks = 200

/** The repository whose top the folder is; `undefined` where there is none. */
export function readGitState(root: string): GitState | undefined {
  const folder = gitFolderOf(root)
  const head = folder === undefined ? undefined : headOf(folder)
  if (folder === undefined || head === undefined)
    return undefined
  const { ref, branch } = head
  const common = resolve(folder, plainTextOf(join(folder, 'commondir'))?.trim() ?? '.')
  const commit = ref === undefined ? head.text : commitOf(ref, { folder, common })
  const config = ['config', 'config.worktree'].map(name => plainTextOf(join(common, name)) ?? '').join('\0')
  return { branch, commit, config: digest(config), hooks: digest(hooksIn(join(common, 'hooks'))), folder }
}

/** What is checked out where a folder lies, and the folder in which git keeps that; `undefined` outside a repository. */
export function checkedOutAt(path: string): Pick<GitState, 'branch' | 'folder'> | undefined {
  const folder = gitFolderOf(path)
  if (folder !== undefined) {
    const head = headOf(folder)
    return head && { branch: head.branch, folder }
  }
  const above = dirname(path)
  return above === path ? undefined : checkedOutAt(above)
}

/** What differs between two looks; `undefined` where nothing does. */
export function gitChangeBetween(before: GitState | undefined, after: GitState | undefined): GitChange | undefined {
  if (!before || !after)
    return before === after ? undefined : { repository: after ? 'new' : 'gone' }
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

function headOf(folder: string): { readonly text: string, readonly ref: string | undefined, readonly branch: string } | undefined {
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

/** Names, sizes and times of the hooks, samples left out. */
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
