import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { computeGitChange, readGitState } from '../../../src/main/git/gitState'
import { findRepository, getExcludePath, readHead } from '../../../src/main/git/repository'
import { temporaryFolder } from '../../support/temporaryFolder'

it('returns the changes of a repository between two snapshots', async () => {
  const root = temporaryFolder('parley-git-')
  const [git, since] = [createGit(root), createChangeReader(root)]
  expect(since(() => undefined)).toBeUndefined()
  expect(since(() => git('init', '-q', '-b', 'main'))).toEqual({ repository: 'new' })
  git('commit', '-q', '--allow-empty', '-m', 'first')
  expect(since(() => {
    git('commit', '-q', '--allow-empty', '-m', 'second')
    git('commit', '-q', '--allow-empty', '-m', 'third')
  })).toEqual({ commits: 2 })
  expect(since(() => git('reset', '-q', '--hard', 'HEAD~2'))).toEqual({ moved: true })
  expect(since(() => git('checkout', '-q', '-b', 'fix'))).toEqual({ branch: { from: 'main', to: 'fix' } })
  expect(since(() => git('pack-refs', '--all'))).toBeUndefined()
  expect(since(() => {
    git('commit', '-q', '--allow-empty', '-m', 'on the branch')
    git('checkout', '-q', '--detach')
  })).toEqual({ branch: { from: 'fix', to: readGitState(root)!.commit!.slice(0, 7) }, commits: 1 })
  expect(since(() => git('config', 'core.pager', 'less'))).toEqual({ config: true })
  expect(since(() => {
    writeFileSync(join(root, '.git/hooks/pre-commit'), '#!/bin/sh\n')
    chmodSync(join(root, '.git/hooks/pre-commit'), 0o755)
  })).toEqual({ hooks: true })
  expect(since(() => rmSync(join(root, '.git'), { recursive: true }))).toEqual({ repository: 'gone' })
})

it('reads the state of a linked working tree from its own folder', async () => {
  const folder = temporaryFolder('parley-git-')
  const git = createGit(folder)
  git('init', '-q', '-b', 'main', 'one')
  git('-C', 'one', 'commit', '-q', '--allow-empty', '-m', 'first')
  git('-C', 'one', 'worktree', 'add', '-q', '-b', 'two', '../two')
  const before = readGitState(join(folder, 'two'))
  expect(before?.branch).toBe('two')
  git('-C', 'two', 'commit', '-q', '--allow-empty', '-m', 'second')
  expect(computeGitChange(before, readGitState(join(folder, 'two')))).toEqual({ commits: 1 })
  expect(readGitState(join(folder, 'one'))?.branch).toBe('main')
  const repository = findRepository(join(folder, 'one', 'any', 'below'))!
  expect([readHead(repository).branch, repository.folder]).toEqual(['main', join(folder, 'one', '.git')])
  expect(findRepository(folder)).toBeUndefined()
})

it('finds the repository of a folder as git does', async () => {
  const top = temporaryFolder('parley-git-')
  const [root, git] = [join(top, 'deep', 'package'), createGit(top)]
  const since = createChangeReader(root)
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  mkdirSync(join(root, '.git'), { recursive: true }) // an empty one does not count
  expect(since(() => {
    git('commit', '-q', '--allow-empty', '-m', 'second')
    git('checkout', '-q', '-b', 'fix')
    git('config', 'core.pager', 'less')
  })).toEqual({ commits: 1, branch: { from: 'main', to: 'fix' }, config: true })
  expect(since(() => createGit(root)('init', '-q', '-b', 'main'))).toEqual({ repository: 'new' })
  expect(since(() => git('checkout', '-q', 'main'))).toBeUndefined()
  expect(since(() => rmSync(join(root, '.git'), { recursive: true }))).toEqual({ repository: 'gone' })
})

it('detects changed settings of a linked working tree, and changed hooks at a configured path', async () => {
  const folder = temporaryFolder('parley-git-')
  const git = createGit(folder)
  git('init', '-q', '-b', 'main', 'one')
  git('-C', 'one', 'commit', '-q', '--allow-empty', '-m', 'first')
  git('-C', 'one', 'worktree', 'add', '-q', '-b', 'two', '../two')
  git('-C', 'one', 'config', 'extensions.worktreeConfig', 'true')
  const since = createChangeReader(join(folder, 'two'))
  expect(since(() => git('-C', 'two', 'config', '--worktree', 'core.pager', 'less'))).toEqual({ config: true })
  mkdirSync(join(folder, 'two', 'own hooks'))
  git('-C', 'one', 'config', 'core.hooksPath', 'own hooks')
  expect(since(() => writeFileSync(join(folder, 'two', 'own hooks', 'pre-commit'), '#!/bin/sh\n'))).toEqual({ hooks: true })
})

it('detects that references have changed even if git does not support reftable', () => {
  const root = temporaryFolder('parley-git-')
  const git = createGit(root)
  git('init', '-q', '-b', 'main')
  git('config', 'core.repositoryFormatVersion', '1')
  git('config', 'extensions.refStorage', 'of a later git')
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/.invalid\n')
  expect(readHead(readGitState(root)!)).toEqual({ branch: undefined, commit: undefined })
  const since = createChangeReader(root)
  mkdirSync(join(root, '.git/reftable'))
  const tables = join(root, '.git/reftable/tables.list')
  writeFileSync(tables, '0x000000000001-0x000000000001-aaaaaaaa.ref\n')
  expect(readHead(readGitState(root)!).branch).toBeUndefined()
  expect(since(() => appendFileSync(tables, '0x000000000002-0x000000000002-bbbbbbbb.ref\n'))).toEqual({ moved: true })
  expect(since(() => undefined)).toBeUndefined()
})

it.skipIf(!gitSupportsReftable())('detects commits and branches in a repository with reftable', () => {
  const root = temporaryFolder('parley-git-')
  const [git, since] = [createGit(root), createChangeReader(root)]
  git('init', '-q', '-b', 'main', '--ref-format=reftable')
  git('commit', '-q', '--allow-empty', '-m', 'first')
  expect(since(() => git('commit', '-q', '--allow-empty', '-m', 'second'))).toEqual({ moved: true })
  expect(since(() => git('checkout', '-q', '-b', 'fix'))).toEqual({ branch: { from: 'main', to: 'fix' } })
})

it('finds the exclude file of a submodule', () => {
  const root = temporaryFolder('parley-git-')
  const git = createGit(root)
  git('init', '-q', 'part')
  git('-C', 'part', 'commit', '-q', '--allow-empty', '-m', 'first')
  git('init', '-q', 'whole')
  git('-C', 'whole', '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(root, 'part'), 'part')
  expect(getExcludePath(join(root, 'whole/part'))).toBe(join(root, 'whole/.git/modules/part/info/exclude'))
})

function createGit(cwd: string): (...words: string[]) => void {
  return (...words) => {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], { cwd, stdio: 'ignore' })
  }
}

function createChangeReader(root: string): (work: () => void) => unknown {
  return (work) => {
    const before = readGitState(root)
    work()
    return computeGitChange(before, readGitState(root))
  }
}

function gitSupportsReftable(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync('git', ['--version'], { encoding: 'utf8' })) ?? []
  return Number(major) > 2 || Number(minor) >= 45
}
