import type { FileMark } from '../../shared/contract/methods/fileMethods'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { quietGit, quietSettings } from '../git/askGit'
import { ownSystemProgram } from '../system/systemProgram'

/** Slower, and the tree goes without marks. */
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
 * Filters, and what makes git fetch what is missing, by whatever program an address names: then it is not asked at all.
 */
const programs = '^(filter\\.|extensions\\.partialclone$|remote\\..*\\.promisor$)'

/** A file that git has something to say of, by its absolute path. */
interface MarkedFile {
  readonly path: string
  readonly mark: FileMark
}

/** What git says of a folder's files; nothing without git or a repository that it trusts. */
export async function fileMarks(folder: string): Promise<MarkedFile[]> {
  const git = ownSystemProgram('git', process.env)
  if (git === undefined)
    return []
  try {
    const env = { ...process.env, ...quietGit }
    const options = { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxBytes }
    const run = async (...args: string[]): Promise<string> => (await promisify(execFile)(git, [...quietSettings, ...args], options)).stdout
    const top = await run('rev-parse', '--show-toplevel')
    const named = await run('config', '--null', '--name-only', '--get-regexp', programs).catch(noneFound)
    const keys = named.split('\0')
    if (keys.some(key => key !== '' && !key.startsWith('filter.')))
      return []
    const stdout = await run(...noFilters(keys), ...status, '--', '.')
    return marksIn(stdout).map(({ path, mark }) => ({ path: join(top.replace(/\n$/, ''), path), mark }))
  }
  catch {
    return [] // no git, no repository, or one that takes too long or would run programs: marks are a convenience
  }
}

/** Git ends with 1 where no setting has such a name. */
function noneFound(error: { code?: unknown }): string {
  if (error.code !== 1)
    throw error
  return ''
}

/**
 * Filters are programs of the repository's, too, which looking at a changed file would run; one without a name as well.
 * Throws for a name that cannot be set from here: `-c` takes what follows its first "=" for the value.
 */
function noFilters(keys: readonly string[]): string[] {
  const names = new Set(keys.flatMap(key => /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1] ?? []))
  if ([...names].some(name => name.includes('=')))
    throw new Error('This repository has a filter that cannot be switched off.')
  return [...names].flatMap(name => ['clean=', 'smudge=', 'process=', 'required=false'].flatMap(value => ['-c', `filter.${name}.${value}`]))
}

/** Reads git's lines: `1 XY …eight fields… path`, `u XY …ten… path`, `? path`. */
function marksIn(output: string): MarkedFile[] {
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
