import type { Workspace } from '../../../workspace/workspace'
import { resolve } from 'node:path'
import { isWithin } from '../../../../shared/paths'
import { fileOfCommit, type GitReading } from '../../../rules/readOnly/readGit'
import { isProtected } from '../../../workspace/protectedNames'
import { lookAt } from '../rules/lookAt'
import { realPlace } from '../rules/realPlace'
import { whyNotRepository } from './gitRepository'
import { whyNotReadable } from './readablePlaces'
import { type GitPlace, runGit } from './runGit'

/** Git is started for most words: more of them would take longer than a person waits for a question. */
const maxWords = 200

/** Why a git command that only reads by its words may do more here, or show what may not be read; `undefined` where it may run. */
export async function whyNotGit(reading: GitReading, place: GitPlace, workspace: Workspace): Promise<string | undefined> {
  const cwd = reading.folder === undefined ? place.cwd : resolve(place.cwd, reading.folder)
  const git: GitPlace = { ...place, cwd }
  const { subcommand, operands, paths } = reading
  const repository = await whyNotRepository(git, { subcommand, workspace })
  if ('why' in repository)
    return repository.why
  if (subcommand === 'branch' || subcommand === 'rev-parse')
    return undefined
  const { top } = repository
  const takesPaths = subcommand === 'status' || subcommand === 'ls-files'
  const operandPlace = { git, top, workspace, mayBePath: paths === undefined, subcommand }
  if (operands.length + (paths?.length ?? 0) > maxWords)
    return `it names more than ${maxWords} files or commits`
  // One after another: each may start git, and hundreds at once hold up everything else.
  for (const word of operands) {
    const why = takesPaths ? await whyNotPath(word, { cwd, top, workspace }) : await whyNotOperand(word, operandPlace)
    if (why !== undefined)
      return why
  }
  for (const word of paths ?? []) {
    const why = await whyNotPath(word, { cwd, top, workspace })
    if (why !== undefined)
      return why
  }
  return reading.listing && whyNotShown(reading, git)
}

interface OperandPlace {
  readonly git: GitPlace
  readonly top: string
  readonly workspace: Workspace
  readonly mayBePath: boolean
  readonly subcommand: string
}

/** A commit, a range of them, a file of one, or a path that is there: all else may be any object of the repository. */
async function whyNotOperand(word: string, { git, top, workspace, mayBePath, subcommand }: OperandPlace): Promise<string | undefined> {
  const [, commit, file] = subcommand === 'show' ? fileOfCommit.exec(word) ?? [] : []
  if (commit !== undefined)
    return isProtected(file!, 'read') || file!.split('/').includes('..') ? `${word} often holds secrets` : undefined
  const ends = word.split(/\.{2,3}/)
  if (ends.length <= 2 && await isCommit(ends[0] || 'HEAD', git) && (ends.length === 1 || await isCommit(ends[1] || 'HEAD', git)))
    return undefined
  return mayBePath && lookAt(resolve(git.cwd, word)) !== 'none'
    ? whyNotPath(word, { cwd: git.cwd, top, workspace })
    : `${word} names neither a commit nor a file`
}

async function isCommit(word: string, git: GitPlace): Promise<boolean> {
  const said = runGit(git, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${word}^{commit}`])
  return !word.includes(':') && (await said) !== undefined
}

/** Outside its repository git compares any two files. */
async function whyNotPath(
  path: string,
  { cwd, top, workspace }: { cwd: string, top: string, workspace: Workspace },
): Promise<string | undefined> {
  const real = realPlace(resolve(cwd, path))
  return real === undefined || !isWithin(real, top, process.platform)
    ? `${path} is not surely in the repository`
    : whyNotReadable({ path, of: 'names' }, cwd, workspace)
}

/** Looks which files the command would show, by the same words. */
async function whyNotShown({ subcommand, operands, paths, listing }: GitReading, git: GitPlace): Promise<string | undefined> {
  const files = operands.filter(word => fileOfCommit.test(word) && subcommand === 'show')
  const commits = operands.filter(word => !files.includes(word))
  if (files.length > 0 && commits.length === 0)
    return undefined
  const looks = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color']
  const asHistory = subcommand === 'diff' ? [] : ['--format=', '-m', '--root']
  const words = [subcommand, ...looks, ...asHistory, ...listing!, ...commits, ...paths === undefined ? [] : ['--', ...paths]]
  const shown = await runGit(git, words)
  if (shown === undefined)
    return 'it cannot be told which files it shows'
  const secret = shown.split(/[\0\n]/).find(name => isProtected(name, 'read'))
  return secret === undefined ? undefined : `it would also show ${secret}, which often holds secrets`
}
