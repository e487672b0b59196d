import type { GitChange } from '../../shared/changes/gitChange'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, readdirSync, readSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { getSystemCode } from '../../shared/errors'
import { openPlainFile, readPlainText } from '../system/readPlainFile'
import { findRepository, type Head, readHead, type Repository } from './repository'

/** A snapshot of a repository for comparison. `config` and `hooks` are hashes. */
export interface GitState extends Repository, Head {
  readonly config: string
  readonly hooks: string
}

/** More than any repository has. */
const maxHooks = 200
/** A turn's commits are at the end of the reflog, where a line takes about 200 bytes. */
const tailBytes = 64 * 1024

/** Reads the state of the repository that contains a folder; `undefined` if there is none. */
export function readGitState(root: string): GitState | undefined {
  const repository = findRepository(root)
  if (repository === undefined)
    return undefined
  const { top, folder, common } = repository
  const config = [join(common, 'config'), join(folder, 'config.worktree')]
    .map(path => readPlainText(path) ?? '')
    .join('\n')
  const hooks = [join(common, 'hooks'), ...parseHookFolders(config, top)].map(describeHooks).join('\0')
  return { ...repository, ...readHead(repository), config: hashText(config), hooks: hashText(hooks) }
}

/** The difference between two snapshots; `undefined` if there is none. */
export function computeGitChange(before: GitState | undefined, after: GitState | undefined): GitChange | undefined {
  if (!before || !after)
    return before === after ? undefined : { repository: after ? 'new' : 'gone' }
  // One repository is nested in the other.
  if (before.top !== after.top)
    return { repository: after.top.length > before.top.length ? 'new' : 'gone' }
  const isMoved = before.commit !== after.commit
  const commits = isMoved && before.commit !== undefined ? countCommitsSince(after.folder, before.commit) : 0
  const change: GitChange = {
    ...before.branch !== undefined && after.branch !== undefined && before.branch !== after.branch
    && { branch: { from: before.branch, to: after.branch } },
    ...isMoved && (commits > 0 ? { commits } : { moved: true as const }),
    ...before.config !== after.config && { config: true as const },
    ...before.hooks !== after.hooks && { hooks: true as const },
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** Counts commits in HEAD's reflog since HEAD was last at `commit`; 0 if the reflog does not contain it. */
function countCommitsSince(gitFolder: string, commit: string): number {
  const lines = readTail(join(gitFolder, 'logs', 'HEAD')).split('\n').filter(line => line !== '')
  const last = lines.findLastIndex(line => line.startsWith(`${commit} `))
  if (last < 0)
    return 0
  return lines.slice(last).filter(line => /\tcommit\b/.test(line)).length
}

function readTail(path: string): string {
  let file: number
  try {
    file = openPlainFile(path)
  }
  catch {
    return '' // the repository has no reflog, or it is not a regular file
  }
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  }
  finally {
    closeSync(file)
  }
}

/** Hook folders set by `core.hooksPath` in the repository's config. */
function parseHookFolders(config: string, top: string): string[] {
  const named = [...config.matchAll(/^[ \t]*hookspath[ \t]*=[ \t]*(\S.*)$/gim)]
    .map(([, value = '']) => value.trim().replace(/^"(.*)"$/, '$1'))
  return named.slice(-2).map(path => resolve(top, path.replace(/^~(?=\/)/, homedir())))
}

/** Names, sizes, times and modes of hooks other than samples. */
function describeHooks(folder: string): string {
  try {
    const names = readdirSync(folder).filter(name => !name.endsWith('.sample')).sort().slice(0, maxHooks)
    return names.map((name) => {
      const { size, mtimeMs, mode } = lstatSync(join(folder, name))
      return `${name} ${size} ${mtimeMs} ${mode}`
    }).join('\n')
  }
  catch (error) {
    if (getSystemCode(error) === undefined)
      throw error
    return '' // none
  }
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
