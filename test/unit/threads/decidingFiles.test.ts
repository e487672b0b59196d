import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { decidingFiles } from '../../../src/main/threads/permission/deciding/decidingFiles'
import { ThreadRules } from '../../../src/main/threads/permission/rules/threadRules'

/** Longer than the time that files are stamped with lags behind. */
const grainMs = 40

interface Ground {
  readonly folder: string
  /** Writes files below the folder; a text that begins with `->` is a link. */
  readonly put: (files: Record<string, string>) => Promise<void>
  /** How the command is judged, by a rule for exactly it, in a new thread each time. */
  readonly judge: (line: string, cwd?: string) => string | undefined
  /** The person allows the command as it is. */
  readonly allow: (line: string, cwd?: string) => void
  /** Saves a rule for the command. */
  readonly rule: (line: string) => Promise<void>
}

async function ground(): Promise<Ground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'parley-deciding-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  const thread = (): ThreadRules => new ThreadRules({ store, agent: { agentId: 'a', agentName: 'A', folders: [folder] } })
  const subject = (commandLine: string, cwd = folder) => ({ kind: 'command', commandLine, shell: true, cwd, env: [] }) as const
  return {
    folder,
    put: async (files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await (text.startsWith('->') ? symlink(text.slice(2), join(folder, name)) : writeFile(join(folder, name), text))
      }
    },
    judge: (line, cwd) => {
      const judgement = thread().judgeSubject(subject(line, cwd))
      return judgement?.effect === 'ask' ? judgement.why?.replace(`${folder}/`, '') : judgement?.effect
    },
    allow: (line, cwd) => {
      const rules = thread()
      const asked = { ...subject(line, cwd), isShellLine: true }
      rules.accept(asked, rules.look(asked))
    },
    rule: async (command) => {
      await pause(grainMs)
      store.addWrittenRule({ effect: 'allow', command })
    },
  }
}

const bare = { 'pkg/HEAD': 'ref: refs/heads/main\n', 'pkg/objects/x': '', 'pkg/refs/x': '' }
const evil = '[core]\n\tfsmonitor = touch planted\n'

/** A command that a rule allows, what was there, what is planted then, and the file that the person has to be told of. */
const planted: readonly [line: string, before: Record<string, string>, after: Record<string, string>, told: string, cwd?: string][] = [
  ['npm test', { 'package.json': '1' }, { 'package.json': '2' }, 'package.json'],
  ['npm test', { 'package.json': '1' }, { '.npmrc': 'script-shell=./x' }, '.npmrc'],
  ['npm run build', { 'package.json': '1', 'sub/x': '' }, { 'sub/package.json': '2' }, 'sub/package.json', 'sub'],
  ['npx tsc', { 'node_modules/.bin/tsc': '1' }, { 'node_modules/.bin/tsc': '2' }, 'node_modules/.bin/tsc'],
  ['bin/check', { 'bin/check': '1' }, { 'bin/check': '2' }, 'bin/check'],
  [
    'npx tsc',
    { 'node_modules/typescript/tsc': '1', 'node_modules/.bin/tsc': '->../typescript/tsc' },
    { 'node_modules/typescript/tsc': '2' },
    'node_modules/.bin/tsc',
  ],
  ['make test', { 'Makefile': '-include rules.mk\n', 'rules.mk': '1' }, { 'rules.mk': '2' }, 'rules.mk'],
  ['make test', { 'Makefile': 'include ci/*.mk \\\n  other.mk\n', 'ci/a.mk': '1' }, { 'ci/b.mk': '2' }, 'ci/b.mk'],
  ['make test', { Makefile: 'include other.mk\n' }, { 'other.mk': 'include third\n', 'third': '' }, 'other.mk'],
  ['make test', { Makefile: 'include $(NAME).mk\n' }, { 'local.mk': '2' }, 'local.mk'],
  ['make test', { Makefile: '1' }, { GNUmakefile: '2' }, 'GNUmakefile'],
  ['make -C sub test', { 'sub/Makefile': '1' }, { 'sub/Makefile': '2' }, 'sub/Makefile'],
  ['just test', { 'justfile': 'import "x.just"\n', 'x.just': '1' }, { 'x.just': '2' }, 'x.just'],
  ['cargo build', { 'Cargo.toml': '1' }, { '.cargo/config.toml': '2' }, '.cargo/config.toml'],
  ['python3 -m pytest', { 'tests/test_a.py': '' }, { 'pytest.py': '' }, 'pytest.py'],
  ['python3 -m pytest', { 'tests/test_a.py': '' }, { 'pluggy/__init__.py': '' }, 'pluggy/__init__.py'],
  ['python3 -m pytest', { 'tests/test_a.py': '' }, { 'conftest.py': '' }, 'conftest.py'],
  ['python3 scripts/check.py', { 'scripts/check.py': '' }, { 'scripts/json.py': '' }, 'scripts/json.py'],
  ['python3 scripts/check.py', { 'scripts/check.py': '1' }, { 'scripts/check.py': '2' }, 'scripts/check.py'],
  ['python3 x.py', { 'x.py': 'import os, helper as h\n', 'helper.py': '1' }, { 'helper.py': '2' }, 'helper.py'],
  ['python3 x.py', { 'x.py': 'from a.b import (c,\n  d)', 'a/b/d.py': 'from ..e import f', 'a/e.py': '1' }, { 'a/e.py': '2' }, 'a/e.py'],
  ['python3 -m tool', { 'tool/__main__.py': 'from tool import deep', 'tool/deep.py': '1' }, { 'tool/deep.py': '2' }, 'tool/deep.py'],
  ['node app.js', { 'app.js': 'const a = require("./lib/a")', 'lib/a.js': '1' }, { 'lib/a.js': '2' }, 'lib/a.js'],
  [
    'node app.mjs',
    { 'app.mjs': 'import { a } from "./a.js"', 'a.ts': 'export * from "./b"', 'b/index.ts': '' },
    { 'b/index.ts': '2' },
    'b/index.ts',
  ],
  ['node app.js', { 'app.js': 'require("./lib")', 'lib/index.js': '1' }, { 'lib.js': '2' }, 'lib.js'],
  ['bash ci/run.sh', { 'ci/run.sh': '. "$(dirname "$0")/lib.sh"', 'ci/lib.sh': '1' }, { 'ci/lib.sh': '2' }, 'ci/lib.sh'],
  ['bash ci/run.sh', { 'ci/run.sh': 'set -e; source ./env.sh', 'env.sh': '1' }, { 'env.sh': '2' }, 'env.sh'],
  ['ruby x.rb', { 'x.rb': 'require_relative "lib/y"', 'lib/y.rb': '1' }, { 'lib/y.rb': '2' }, 'lib/y.rb'],
  ['bash run', { 'run': '#!/usr/bin/env python3\nimport helper', 'helper.py': '1' }, { 'helper.py': '2' }, 'helper.py'],
  ['python3 -c 1', {}, { 'sitecustomize.py': '' }, 'sitecustomize.py'],
  ['bash run.sh', { 'run.sh': '1' }, { 'run.sh': '2' }, 'run.sh'],
  ['node app.js', { 'app.js': '1' }, { 'package.json': '{"type":"module"}' }, 'package.json'],
  ['git status', { 'pkg/x': '' }, { ...bare, 'pkg/config': evil }, 'pkg/HEAD', 'pkg'],
  ['git status', { 'pkg/config': evil, 'pkg/objects/x': '', 'pkg/refs/x': '' }, { 'pkg/HEAD': bare['pkg/HEAD'] }, 'pkg/HEAD', 'pkg'],
  ['git status', { 'pkg/x': '' }, { ...bare, 'pkg/config': evil }, 'pkg/HEAD', 'pkg/refs'],
  ['git status', { 'sub/x': '', 'data/config': evil }, { 'sub/.git': 'gitdir: ../data\n' }, 'sub/.git', 'sub'],
  ['git status', { '.git/config': '', 'data/config': evil }, { '.git/commondir': '../data\n' }, '.git/commondir'],
  ['git status', { '.git/config': '' }, { '.git/config.worktree': evil }, '.git/config.worktree'],
  ['git status', { '.git/config': '[core]\n\thooksPath = .hooks\n' }, { '.hooks/post-index-change': '' }, '.hooks/post-index-change'],
  ['git status', { '.git/config': '[include]\n\tpath = ../more\n', 'more': '' }, { more: evil }, 'more'],
  [
    'git status',
    {
      '.git/config': '',
      '.gitmodules': '[submodule "s"]\n\tpath = s\n',
      's/.git': 'gitdir: ../.git/modules/s\n',
      '.git/modules/s/config': '',
    },
    { '.git/modules/s/config': evil },
    '.git/modules/s/config',
  ],
  ['git commit -m x', { '.git/config': '' }, { '.git/hooks/pre-commit': '' }, '.git/hooks/pre-commit'],
  // What one knows by another name, in another place, or by what another file says.
  ['make test', { 'Makefile': 'include mk/a.mk\n', 'mk/a.mk': 'include mk/b.mk\n', 'mk/b.mk': '1' }, { 'mk/b.mk': '2' }, 'mk/b.mk'],
  ['make -f mk/a.mk', { 'mk/a.mk': 'include b.mk\n', 'b.mk': '1' }, { 'b.mk': '2' }, 'b.mk'],
  ['make -I mk test', { 'Makefile': 'include b.mk\n', 'mk/b.mk': '1' }, { 'mk/b.mk': '2' }, 'mk/b.mk'],
  ['dotnet build', { 'App.csproj': '1' }, { 'App.csproj': '2' }, 'App.csproj'],
  ['jest', { 'package.json': '1' }, { 'package.json': '2' }, 'package.json'],
  ['npx prettier --check src', { 'package.json': '1' }, { '.prettierrc.yaml': 'plugins: [./x.js]' }, '.prettierrc.yaml'],
  ['npx knip', { 'package.json': '1' }, { 'knip.config.ts': '' }, 'knip.config.ts'],
  ['npx ts-node x.ts', { 'x.ts': '' }, { 'tsconfig.json': '{"ts-node":{"require":["./x"]}}' }, 'tsconfig.json'],
  ['.venv/bin/python x.py', { '.venv/bin/python': '', 'x.py': '' }, { '.venv/pyvenv.cfg': 'home = /x' }, '.venv/pyvenv.cfg'],
  ['mypy .', { 'a.py': '' }, { 'mypy.ini': '[mypy]\nplugins = ./x.py' }, 'mypy.ini'],
  ['docker compose up', { 'compose.yaml': '1' }, { 'compose.override.yaml': '2' }, 'compose.override.yaml'],
  ['git status', { '.git/config': '[core]\n\tfsmonitor = "sh ./ci/watch"\n', 'ci/watch': '1' }, { 'ci/watch': '2' }, 'ci/watch'],
  ['git commit', { '.git/config': '[core]\n\thooksPath = .husky/_\n', '.husky/_/h': '' }, { '.husky/pre-commit': '' }, '.husky/pre-commit'],
  [
    'git commit -m x',
    { 'w/.git': 'gitdir: ../.git/worktrees/w\n', '.git/worktrees/w/commondir': '../..', '.git/config': '[core]\n\thooksPath = .hooks\n' },
    { 'w/.hooks/pre-commit': '' },
    'w/.hooks/pre-commit',
    'w',
  ],
  ['cd sub && npm test', { 'sub/package.json': '1' }, { 'sub/package.json': '2' }, 'sub/package.json'],
]

describe.runIf(process.platform !== 'win32')('a rule is worth what was there when it was saved', () => {
  it('and asks about what was planted since, naming the file, until the person allowed it', async () => {
    const judged = await Promise.all(planted.map(async ([line, before, after, , cwd = '.']) => {
      const { folder, put, judge, allow, rule } = await ground()
      const place = join(folder, cwd)
      await put({ readme: '', ...before })
      await rule(line.replace('cd sub && ', ''))
      const first = judge(line, place)
      await pause(grainMs)
      await put(after)
      const then = judge(line, place)
      allow(line, place)
      return [first, then, judge(line, place)]
    }))
    expect(judged).toEqual(
      planted.map(([, , , told]) => ['allow', `${told}, which decides what it runs, was changed since you allowed it`, 'allow']),
    )
  })

  it('and asks never while nothing changes, once for each new content, and never again for it', async () => {
    const { put, judge, allow, rule } = await ground()
    await put({ 'package.json': '1' })
    await rule('npm test')
    for (let time = 0; time < 3; time++)
      expect(judge('npm test')).toBe('allow')
    await pause(grainMs)
    await put({ 'package.json': '1', 'src/app.js': '' }) // as npm install writes it again
    expect(judge('npm test')).toBe('allow')
    await put({ 'package.json': '2' })
    expect(judge('npm test')).toContain('package.json')
    expect(judge('npm test')).toContain('package.json')
    allow('npm test')
    await put({ 'package.json': '1' })
    expect(judge('npm test')).toBe('allow')
    await put({ 'package.json': '2' })
    expect(judge('npm test')).toBe('allow')
  })

  it('and what was there for a newer rule is none of an older one\'s', async () => {
    const { put, judge, rule } = await ground()
    await put({ 'package.json': '1' })
    await rule('npm test')
    await pause(grainMs)
    await put({ 'package.json': '2' })
    await rule('npm start')
    expect(judge('npm start')).toBe('allow')
    expect(judge('npm test')).toContain('package.json')
  })

  it('and asks about what is too much to read, which it does not read', async () => {
    const { folder, put, judge, rule } = await ground()
    await put({ 'Makefile': 'include $(x) *a*b*.mk\n'.repeat(20_000), 'justfile': '', 'a.mk': '' })
    await truncate(join(folder, 'justfile'), 100 * 1024 ** 3)
    await put({
      'many.js': Array.from({ length: 3_000 }, (_, index) => `import "./a${index}"\n`).join(''),
      'wide.py': `from a import (${'('.repeat(1_000_000)}`,
    })
    for (const line of ['make', 'just', 'node many.js', 'python3 wide.py'])
      await rule(line)
    await truncate(join(folder, 'justfile'), 90 * 1024 ** 3)
    expect([judge('make'), judge('just')]).toEqual([expect.stringContaining('cannot be looked at'), expect.stringContaining('justfile')])
    expect([judge('node many.js'), judge('python3 wide.py')]).toEqual([expect.stringContaining('cannot be looked at'), 'allow'])
  })

  it('and sees a change that was there all along, moved into place as a folder', async () => {
    const { folder, put, judge, rule } = await ground()
    await put({ 'sub/Makefile': '1', 'other/Makefile': '2' })
    await rule('make -C sub')
    expect(judge('make -C sub')).toBe('allow')
    await rename(join(folder, 'sub'), join(folder, 'gone'))
    await rename(join(folder, 'other'), join(folder, 'sub'))
    expect(judge('make -C sub')).toContain('sub/Makefile')
  })

  it('and asks about a program that was made to run with its owner\'s rights', async () => {
    const { folder, put, judge, rule } = await ground()
    await put({ 'bin/check': '1' })
    await rule('bin/check')
    expect(judge('bin/check')).toBe('allow')
    await chmod(join(folder, 'bin/check'), 0o4755)
    expect(judge('bin/check')).toContain('bin/check')
  })

  it('and asks about what it cannot read, whenever it was made', async () => {
    const { put, judge, rule } = await ground()
    await put({ 'package.json': '->package.json' })
    await rule('npm test')
    expect(judge('npm test')).toBe('package.json, which may decide what it runs, cannot be looked at')
  })

  it('and is not bothered by what git and agents write every day', async () => {
    const { put, judge, rule } = await ground()
    await put({
      '.git/config': '[core]\n\tbare = false\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      'tests/test_a.py': '',
      'app.py': '1',
      'tests/a.js': 'import "../src/a.js"',
      'src/a.js': '1',
      'tool.py': 'import json, lib.used',
      'lib/used.py': '',
      'lib/other.py': '',
    })
    const lines = ['git status', 'python3 -m pytest', 'node --test tests/a.js', 'python3 tool.py']
    for (const line of lines)
      await rule(line)
    expect(lines.map(line => judge(line))).toEqual(lines.map(() => 'allow'))
    await pause(grainMs)
    await put({
      '.git/config': '[core]\n\tbare = false\n[branch "fix/it"]\n\tremote = origin\n\tmerge = refs/heads/fix/it\n',
      '.git/HEAD': 'ref: refs/heads/fix/it\n',
      '.git/index': 'x',
      '.git/hooks/pre-commit.sample': '',
      'tests/test_a.py': '2',
      'app.py': '2',
      'src/a.js': '2',
      'lib/other.py': '2',
    })
    expect(lines.map(line => judge(line))).toEqual(lines.map(() => 'allow'))
  })
})

it('looks in a folder once, however many files in it a command names', async () => {
  const { folder, put } = await ground()
  const names = Array.from({ length: 600 }, (_, number) => `a/b/${number}.ts`)
  await put(Object.fromEntries([...names, 'a/x.config.js'].map(name => [name, ''])))
  const wanted = Array.from({ length: 10 }, (_, number) => `${number}.config.js`)
  const places = names.map(name => ({ kind: 'upwards', from: join(folder, name), names: ['x.config.js', ...wanted] }) as const)
  const { files, unknown } = decidingFiles(places, [folder])
  expect([unknown, files.map(({ path }) => path)]).toEqual([undefined, [join(folder, 'a/x.config.js')]])
})
