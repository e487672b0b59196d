import { execFileSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkedOutAt, gitChangeBetween, readGitState } from '../../../src/main/changes/git/gitState'
import { temporaryFolder } from '../../support/testHost'

it('tells what happened to a repository between two looks', async () => {
  const root = await temporaryFolder('parley-git-')
  const git = (...words: string[]): void => {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], { cwd: root, stdio: 'ignore' })
  }
  const since = (work: () => void): unknown => {
    const before = readGitState(root)
    work()
    return gitChangeBetween(before, readGitState(root))
  }
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
  const folder = await temporaryFolder('parley-git-')
  const git = (...words: string[]): void => {
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...words], { cwd: folder, stdio: 'ignore' })
  }
  git('init', '-q', '-b', 'main', 'one')
  git('-C', 'one', 'commit', '-q', '--allow-empty', '-m', 'first')
  git('-C', 'one', 'worktree', 'add', '-q', '-b', 'two', '../two')
  const before = readGitState(join(folder, 'two'))
  expect(before?.branch).toBe('two')
  git('-C', 'two', 'commit', '-q', '--allow-empty', '-m', 'second')
  expect(gitChangeBetween(before, readGitState(join(folder, 'two')))).toEqual({ commits: 1 })
  expect(readGitState(join(folder, 'one'))?.branch).toBe('main')
  expect(checkedOutAt(join(folder, 'one', 'any', 'below'))).toEqual({ branch: 'main', folder: join(folder, 'one', '.git') })
  expect(checkedOutAt(folder)).toBeUndefined()
})
