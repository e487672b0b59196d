import type { FileMark } from '../../shared/contract/methods/fileTreeMethods'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Slower, and the tree goes without marks. */
const timeoutMs = 10_000
const maxBytes = 16 * 1024 * 1024
/** No lock, nothing fetched or asked. */
const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' }
/** None of the repository's programs runs: neither its monitor of files nor its hooks. */
const config = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
const status = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignore-submodules=all',
  '--no-renames',
]

/** A file that git has something to say of, by its absolute path. */
export interface MarkedFile {
  readonly path: string
  readonly mark: FileMark
}

/** What git says of a folder's files; nothing without git or a repository that it trusts. */
export async function fileMarks(folder: string): Promise<MarkedFile[]> {
  try {
    const env = { ...process.env, ...quiet }
    const options = { cwd: folder, env, timeout: timeoutMs, maxBuffer: maxBytes }
    const run = async (...args: string[]): Promise<string> => (await promisify(execFile)('git', [...config, ...args], options)).stdout
    const top = await run('rev-parse', '--show-toplevel')
    const named = await run('config', '--null', '--name-only', '--get-regexp', '^filter\\.').catch(() => '') // 1: none
    const stdout = await run(...noFilters(named.split('\0')), ...status, '--', '.')
    return marksIn(stdout).map(({ path, mark }) => ({ path: join(top.replace(/\n$/, ''), path), mark }))
  }
  catch {
    return [] // no git, no repository, or one that takes too long: marks are a convenience
  }
}

/** Filters are programs of the repository's, too, which looking at a changed file would run. */
function noFilters(keys: readonly string[]): string[] {
  const names = new Set(keys.flatMap(key => /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1] ?? []))
  return [...names].flatMap(name => ['clean=', 'smudge=', 'process=', 'required=false'].flatMap(value => ['-c', `filter.${name}.${value}`]))
}

/** Reads git's lines: `1 XY …eight fields… path`, `u XY …ten… path`, `? path`. */
export function marksIn(output: string): MarkedFile[] {
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
