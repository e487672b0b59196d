import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Evidence } from '../../../src/main/changes/evidence'
import { Ledgers } from '../../../src/main/changes/ledgers'
import { quietGit, quietSettings } from '../../../src/main/git/askGit'
import { ledgerProgram } from '../../support/ledgerProgram'
import { temporaryFolder } from '../../support/temporaryFolder'
import { TestLedger } from '../../support/testLedger'

function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

/** A program named git that leaves a mark wherever it runs. */
function plantGit(folder: string, mark: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch '${mark}'\n`)
  chmodSync(join(folder, 'git'), 0o755)
}

it('does not block on pipes that replace git\'s files', async () => {
  const [dataFolder, folder] = [temporaryFolder('parley-data-'), temporaryFolder('parley-folder-')]
  const ledgers = new Ledgers({
    dataFolder,
    workerPath: ledgerProgram(),
    evidence: () => new Evidence(),
    onChanged: () => undefined,
    onWrite: () => undefined,
    report: () => undefined,
  })
  onTestFinished(() => ledgers.dispose())
  execFileSync('git', ['init', '-q'], { cwd: folder })
  mkdirSync(join(folder, '.git/logs'), { recursive: true })
  writeFileSync(join(folder, '.git/HEAD'), `${'0'.repeat(40)}\n`)
  const ledger = ledgers.of(folder)
  await ledger.beginTurn({ threadId: 'thread', promptId: 'one' })
  for (const name of ['logs/HEAD', 'info/exclude', 'packed-refs', 'commondir', 'config.worktree', 'hooks/pre-commit']) {
    rmSync(join(folder, '.git', name), { force: true })
    makePipe(join(folder, '.git', name))
  }
  makePipe(join(folder, '.gitignore'))
  writeFileSync(join(folder, '.git/HEAD'), `${'1'.repeat(40)}\n`)
  expect(await ledger.endTurn({ threadId: 'thread', promptId: 'one' })).toMatchObject({ git: [{ moved: true }] })
})

it.each(['.git', '.git/HEAD', '.git/config'])('does not block on a pipe in place of %s', (name) => {
  const test = new TestLedger()
  execFileSync('git', ['init', '-q'], { cwd: test.folder })
  test.begin()
  rmSync(test.path(name), { recursive: true })
  makePipe(test.path(name))
  expect(test.end()).toHaveProperty('git')
})

it('never runs a git in the folder, even if it is on PATH', () => {
  const test = new TestLedger()
  const mark = join(temporaryFolder(), 'ran')
  execFileSync('git', ['init', '-q'], { cwd: test.folder })
  for (const name of ['.', 'node_modules/.bin', 'bin'])
    plantGit(test.path(name), mark)
  const links = temporaryFolder()
  symlinkSync(test.path('bin/git'), join(links, 'git'))
  vi.stubEnv('PATH', ['', 'node_modules/.bin', test.path('bin'), links, process.env.PATH].join(delimiter))
  onTestFinished(() => void vi.unstubAllEnvs())
  writeFileSync(test.path('.git/index'), 'new')
  test.begin()
  expect(existsSync(mark)).toBe(false)
})

it('runs no program configured by a repository when listing tracked files', () => {
  const test = new TestLedger()
  const mark = join(temporaryFolder(), 'ran')
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: test.folder, encoding: 'utf8' })
  git('init', '-q')
  test.write('sub/.gitignore', '*.log\n')
  test.write('sub/a.log', 'tracked\n')
  git('add', '-f', '.')
  const blob = git('rev-parse', ':sub/.gitignore').trim()
  git('update-index', '--skip-worktree', 'sub/.gitignore')
  const program = `touch ${mark}`
  test.write('hooks/post-index-change', `#!/bin/sh\n${program}\n`, 0o755)
  const settings = {
    'core.fsmonitor': program,
    'core.pager': program,
    'core.sshCommand': program,
    'diff.external': program,
    'filter.x.process': program,
    'alias.ls-files': `!${program}`,
    'core.hooksPath': test.path('hooks'),
    // Missing objects would be fetched by a program in the address.
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'evil',
    'remote.evil.promisor': 'true',
    'remote.evil.url': `ext::${program}`,
    'protocol.ext.allow': 'always',
  }
  for (const [name, value] of Object.entries(settings))
    git('config', name, value)
  test.write('.gitattributes', '* filter=x diff=x\n')
  rmSync(test.path('sub/.gitignore'))
  rmSync(test.path(join('.git/objects', blob.slice(0, 2), blob.slice(2))))
  test.begin()
  expect(existsSync(mark)).toBe(false)

  // An older git knows nothing of that variable.
  const env = { ...process.env, ...quietGit, GIT_NO_LAZY_FETCH: '0' }
  expect(() => execFileSync('git', [...quietSettings, 'cat-file', '-p', blob], { cwd: test.folder, env, stdio: 'pipe' })).toThrow()
  expect(existsSync(mark)).toBe(false)
})
