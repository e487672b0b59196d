import type { FileMark } from '../../shared/contract/methods/fileMethods'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { quietGit, quietSettings } from '../git/askGit'
import { findSystemProgram } from '../system/systemProgram'

/** If git takes longer, the tree shows no marks. */
const timeoutMs = 10_000
const maxBytes = 16 * 1024 * 1024
const status = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--no-renames',
]

/**
 * Filters, and settings of partial clones. Git is not run in such clones, because a fetch may run a program that the
 * URL names.
 */
const programSettings = '^(filter\\.|extensions\\.partialclone$|remote\\..*\\.promisor$)'

/** A file with a git status. The path is absolute. */
interface MarkedFile {
  readonly path: string
  readonly mark: FileMark
}

/** Runs `git status` in a folder. Returns nothing without git or a trusted repository. */
export async function readFileMarks(folder: string): Promise<MarkedFile[]> {
  const git = findSystemProgram('git', process.env)
  if (git === undefined)
    return []
  try {
    const env = { ...process.env, ...quietGit }
    const options = { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxBytes }
    const run = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)(git, [...quietSettings, ...args], options)).stdout
    const top = await run('rev-parse', '--show-toplevel')
    const found = await run('config', '--null', '--name-only', '--get-regexp', programSettings).catch(emptyIfNotFound)
    const keys = found.split('\0')
    if (keys.some(key => key !== '' && !key.startsWith('filter.')))
      return []
    const stdout = await run(...disableFilters(keys), ...status, '--', '.')
    return parseStatus(stdout).map(({ path, mark }) => ({ path: join(top.replace(/\n$/, ''), path), mark }))
  }
  catch {
    return [] // marks are optional: there may be no repository, or one that is too slow or would run programs
  }
}

/** `git config` exits with 1 if no setting matches. */
function emptyIfNotFound(error: { code?: unknown }): string {
  if (error.code !== 1)
    throw error
  return ''
}

/**
 * Disables the repository's filters, including the one without a name, because `git status` would run them on changed
 * files. Throws if a filter's name contains "=": `-c` treats everything after the first "=" as the value.
 */
function disableFilters(keys: readonly string[]): string[] {
  const names = new Set(keys.flatMap(key => /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1] ?? []))
  if ([...names].some(name => name.includes('=')))
    throw new Error('This repository has a filter that cannot be switched off.')
  return [...names].flatMap(name =>
    ['clean=', 'smudge=', 'process=', 'required=false'].flatMap(value => ['-c', `filter.${name}.${value}`]),
  )
}

/** Parses porcelain v2 lines: `1 XY …eight fields… path`, `u XY …ten… path`, `? path`. */
function parseStatus(output: string): MarkedFile[] {
  return output.split('\0').flatMap((line): MarkedFile[] => {
    const [kind, letters = ''] = line.split(' ', 2)
    if (kind === '?')
      return [{ path: line.slice(2), mark: 'untracked' }]
    if (kind === 'u')
      return [{ path: line.split(' ').slice(10).join(' '), mark: 'conflict' }]
    if (kind !== '1')
      return []
    const mark = letters.includes('D') ? 'deleted' : letters.startsWith('A') ? 'added' : 'modified'
    return [{ path: line.split(' ').slice(8).join(' '), mark }]
  })
}
