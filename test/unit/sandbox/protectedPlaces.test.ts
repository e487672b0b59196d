import type { ProtectedPlaces } from '../../../src/main/sandbox/sandboxPolicy'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Placeholders } from '../../../src/main/sandbox/placeholders'
import { findChangedPaths, findProtectedPaths, readStamps } from '../../../src/main/sandbox/protectedPlaces'
import { isProtected } from '../../../src/main/workspace/protectedNames'
import { temporaryFolder } from '../../support/temporaryFolder'

/**
 * A folder with these files (paths with a slash at the end are folders) and a function that finds protected places in
 * it.
 */
function makeFolder(paths: Readonly<Record<string, string>>) {
  const root = temporaryFolder()
  for (const [path, text] of Object.entries(paths)) {
    mkdirSync(path.endsWith('/') ? join(root, path) : dirname(join(root, path)), { recursive: true })
    if (!path.endsWith('/'))
      writeFileSync(join(root, path), text)
  }
  const short = (found: readonly string[]): string[] => found.map(path => path.slice(root.length + 1)).sort()
  const look = (hidden: readonly string[] = []): Promise<ProtectedPlaces> =>
    findProtectedPaths(
      [root],
      { isProtected: path => isProtected(path, 'command'), hidden: hidden.map(path => join(root, path)) },
    )
  return { root, short, look }
}

/** A git folder below `path`. */
function makeGitFolder(path: string): Record<string, string> {
  return { [`${path}/HEAD`]: 'ref: refs/heads/main\n', [`${path}/objects/`]: '', [`${path}/refs/`]: '', [`${path}/config`]: '' }
}

describe('a protected place', () => {
  it('is found by name at any depth, with its parent folders, without following links', async () => {
    const { root, short, look } = makeFolder({
      '.vscode/x': '',
      '.envrc': '',
      'main.ts': '',
      'a/b/c/d/e/f/.idea/': '',
      'sub/AGENTS.md': '',
      'elsewhere/': '',
      'node_modules/x/.vscode/': '',
      'data/.envrc': '',
    })
    symlinkSync('elsewhere', join(root, '.idea'))

    const { fixed, pinned, watched, isComplete } = await look(['data'])

    expect(short(fixed)).toEqual(['.envrc', '.vscode', 'a/b/c/d/e/f/.idea', 'sub/AGENTS.md'])
    expect(short(pinned)).toEqual(['a', 'a/b', 'a/b/c', 'a/b/c/d', 'a/b/c/d/e', 'a/b/c/d/e/f', 'sub'])
    expect(short(watched)).toEqual(['.idea'])
    expect(isComplete).toBe(true)
  })

  it('is every entry of a git folder except data, whatever the folder\'s name and however it is referenced', async () => {
    const { root, short, look } = makeFolder({
      ...makeGitFolder('.git'),
      '.git/hooks/': '',
      '.git/index': '',
      '.git/ORIG_HEAD': '',
      '.git/COMMIT_EDITMSG': '',
      '.git/rebase-merge/git-rebase-todo': 'exec x',
      '.git/worktrees/w/HEAD': '',
      '.git/worktrees/w/commondir': '../..',
      '.git/worktrees/w/gitdir': '/w/.git',
      ...makeGitFolder('.git/modules/lib/x'),
      ...makeGitFolder('bare'),
      ...makeGitFolder('deep/store'),
      'linked/.git': 'gitdir: ../deep/store\n',
    })
    writeFileSync(join(root, '.git/config'), '[core]\n\thooksPath = scripts/hooks\n[include] path = "../own.inc" # mine\n')
    mkdirSync(join(root, 'scripts/hooks'), { recursive: true })
    writeFileSync(join(root, 'own.inc'), '')

    const { fixed, empty, missing } = await look()

    expect(short(fixed)).toEqual([
      '.git/config',
      '.git/hooks',
      '.git/modules/lib/x/config',
      '.git/rebase-merge',
      '.git/worktrees/w/commondir',
      '.git/worktrees/w/gitdir',
      'bare/config',
      'deep/store/config',
      'linked/.git',
      'own.inc',
      'scripts/hooks',
    ])
    expect(short(empty)).toEqual(['.git/modules/lib/x/hooks', 'bare/hooks', 'deep/store/hooks'])
    expect(short(missing.map(({ path }) => path))).toEqual(
      ['.git', '.git/modules/lib/x', 'bare', 'deep/store']
        .flatMap(path => [`${path}/commondir`, `${path}/config.worktree`])
        .concat('.git/worktrees/w/config.worktree')
        .sort(),
    )
  })

  it('is a whole git folder if its config is a link, which cannot be mounted', async () => {
    const { root, short, look } = makeFolder({ ...makeGitFolder('.git'), config: '' })
    renameSync(join(root, '.git/config'), join(root, '.git/old'))
    symlinkSync('../config', join(root, '.git/config'))

    expect(short((await look()).fixed)).toEqual(['.git'])
  })
})

describe('placeholders', () => {
  it('change nothing for git, exist while a command needs them, and leave nothing behind', async () => {
    const { root, look } = makeFolder({})
    const run = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    run('init', '-q')
    const before = run('status', '--porcelain', '--branch')
    const { missing } = await look()
    const record = join(temporaryFolder(), 'placeholders.json')
    const placeholders = new Placeholders(record)

    const [first, second] = [await placeholders.acquire(missing), await placeholders.acquire(missing)]
    expect(run('status', '--porcelain', '--branch')).toBe(before)
    // A killed Parley leaves them; the next search recognizes them.
    expect((await look()).missing).toContainEqual({ path: join(root, '.git/commondir'), text: '.\n' })
    await first()
    expect(readFileSync(join(root, '.git/commondir'), 'utf8')).toBe('.\n')
    await second()
    const listLeft = (): string[] =>
      ['commondir', 'config.worktree'].filter(name => existsSync(join(root, '.git', name)))
    expect([listLeft(), existsSync(record)]).toEqual([[], false])

    await placeholders.acquire(missing) // and killed
    writeFileSync(join(root, '.git/config.worktree'), '[core]\n')
    await new Placeholders(record).sweep()
    expect([listLeft(), existsSync(record)]).toEqual([['config.worktree'], false])
  })
})

it.runIf(process.platform !== 'win32')('the scan does not block on pipes in place of git\'s files', async () => {
  const { root, short, look } = makeFolder({ '.git/HEAD': '', '.git/objects/': '', '.git/refs/': '', 'sub/': '' })
  execFileSync('mkfifo', ['.git/config', '.git/commondir', 'sub/.git'].map(path => join(root, path)))

  const { fixed } = await look()

  expect(short(fixed)).toEqual(expect.arrayContaining(['.git/config', '.git/commondir']))
})

describe('a created or changed place', () => {
  it('is reported once as the outermost place', async () => {
    const files = { 'sub/AGENTS.md': 'old', 'node_modules/.bin/tsc': 'old', '.envrc': '' }
    const { root, short, look } = makeFolder({ ...makeGitFolder('.git'), ...files })
    const places = await look()
    const before = await readStamps(places)
    expect(findChangedPaths(before, await readStamps(await look()), places)).toEqual([])

    renameSync(join(root, 'sub'), join(root, 'moved'))
    for (const path of ['sub', 'new/objects', 'new/refs', '.git/hooks', '.git/rebase-merge'])
      mkdirSync(join(root, path), { recursive: true })
    const written = ['sub/AGENTS.md', 'new/HEAD', 'new/config', 'node_modules/.bin/tsc', '.git/index', '.git/rebase-merge/git-rebase-todo']
    for (const path of written)
      writeFileSync(join(root, path), 'changed')

    expect(short(findChangedPaths(before, await readStamps(await look()), places))).toEqual([
      '.git/rebase-merge',
      'moved',
      'new',
      'node_modules/.bin/tsc',
      'sub',
    ])
  })
})
