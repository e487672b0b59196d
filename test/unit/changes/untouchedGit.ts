import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { ReviewedFolder } from './reviewedFolder'

export type Git = (...args: string[]) => void

/** Checks that reviewing, restoring and undoing turns changes no byte of a repository, whatever its index contains. */
export function checkGitIsUntouched({ turns }: { turns: number }): void {
  const { folder, git } = createRepository()
  leaveUnfinishedWork(folder, git)
  const before = hashFiles(folder.at('.git'))
  const names = ['staged.txt', 'assumed.txt', 'skipped.txt', 'both.txt', 'intended.txt', 'new.txt']
  for (let turn = 0; turn < turns; turn++) {
    const [path, promptId] = [names[turn % names.length]!, `p${turn}`]
    folder.turn('A', promptId, () => folder.write(path, `${turn}\r\n`))
    if (turn % 4 === 3)
      folder.restore(promptId)
    else
      folder.decide(turn % 2 === 0 ? 'reject' : 'keep', path)
    if (turn % 3 === 0)
      expect(folder.undo()).toMatchObject({ done: 1 })
  }
  folder.restore('p0')
  expect(hashFiles(folder.at('.git'))).toEqual(before)
}

/** A folder with one commit. */
export function createRepository(): { folder: ReviewedFolder, git: Git } {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  const as = ['-c', 'user.name=x', '-c', 'user.email=x', '-c', 'gc.auto=0']
  const git: Git = (...args) => void execFileSync('git', ['-C', folder.root, ...as, ...args], { stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  for (const name of ['staged', 'assumed', 'skipped', 'both'])
    folder.write(`${name}.txt`, `${name}\n`)
  git('add', '.')
  git('commit', '-qm', 'first')
  folder.others(() => undefined)
  return { folder, git }
}

/**
 * Everything that an index can contain: a stash, a merge with a conflict, a partly staged file, and files that git
 * should ignore.
 */
function leaveUnfinishedWork(folder: ReviewedFolder, git: Git): void {
  folder.write('staged.txt', 'stashed\n')
  git('stash', '-q')
  git('checkout', '-qb', 'other')
  folder.write('both.txt', 'other\n')
  git('commit', '-qam', 'other')
  git('checkout', '-q', 'main')
  folder.write('both.txt', 'main\n')
  git('commit', '-qam', 'main')
  expect(() => git('merge', '-q', 'other')).toThrow(expect.objectContaining({ status: 1 }))
  folder.write('staged.txt', 'staged\nand more\n')
  git('add', 'staged.txt')
  folder.write('staged.txt', 'not staged\n')
  folder.write('intended.txt', 'intended\n')
  git('add', '-N', 'intended.txt')
  git('update-index', '--assume-unchanged', 'assumed.txt')
  git('update-index', '--skip-worktree', 'skipped.txt')
  // After this, git itself runs no more.
  folder.write('.git/hooks/post-index-change', '#!/bin/sh\ntouch .git/was-run\n')
  chmodSync(folder.at('.git/hooks/post-index-change'), 0o755)
  appendFileSync(folder.at('.git/info/exclude'), '*.log\n')
}

/** Content and modification time of each file in it. */
function hashFiles(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(folder, name)).isFile())
  return Object.fromEntries(files.sort().map((name) => {
    const path = join(folder, name)
    return [name, `${statSync(path).mtimeMs} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`]
  }))
}
