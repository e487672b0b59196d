import type { CallNote, Note, ShownDiff, TurnEvidence } from '../../../src/main/changes/evidence'
import type { Version } from '../../../src/main/changes/store/versionTable'
import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Evidence } from '../../../src/main/changes/evidence'
import { Ledger } from '../../../src/main/changes/ledger'
import { Review } from '../../../src/main/changes/review/review'
import { scanLimits } from '../../../src/main/changes/scan/scanLimits'
import { Contents, hashBytes, listContentFiles } from '../../../src/main/changes/store/contents'
import { turnOf } from '../../support/setEvidence'
import { temporaryFolder } from '../../support/temporaryFolder'
import { TestLedger } from '../../support/testLedger'

type Untimed<N> = N extends unknown ? Omit<N, 'at'> : never
type Told<N> = N extends unknown ? Omit<N, 'at' | 'threadId'> : never

const unannounced = 'unannounced'
const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
const mapAndWrite = 'import mmap, sys; f = open(sys.argv[1], "r+b"); mmap.mmap(f.fileno(), 0)[0:6] = b"after!"'

it('lists all kinds of changes in a turn, with the earlier states', () => {
  const test = new TestLedger()
  test.write('kept', 'same')
  test.write('changed', 'old')
  test.write('gone', 'was there')
  test.write('deep/er/moved', 'content')
  const changes = test.turn(() => {
    test.write('changed', 'new')
    test.write('new', 'new')
    rmSync(test.path('gone'))
    renameSync(test.path('deep/er'), test.path('deep/other'))
  })
  expect(changes).toEqual({
    'changed': `changed ${unannounced}`,
    'new': `added ${unannounced}`,
    'gone': `deleted ${unannounced}`,
    'deep/er/moved': `deleted ${unannounced}`,
    'deep/other/moved': `added ${unannounced}`,
  })
  expect(test.before('changed')).toBe('old')
  expect(test.before('gone')).toBe('was there')
})

it('assigns changes between turns to no turn', () => {
  const test = new TestLedger()
  test.write('file', '1')
  expect(test.turn(() => test.write('file', '2'))).toEqual({ file: `changed ${unannounced}` })
  test.write('file', '3')
  test.begin()
  expect(test.ledger.tables.versions.ofPath('file').map(({ author }) => author)).toEqual(['unannounced', 'outside'])
})

it('does not record an abandoned turn', () => {
  const test = new TestLedger()
  test.begin()
  expect(test.ledger.tables.turns.open()).toHaveLength(1)
  test.ledger.abandonTurn({ threadId: 'thread', promptId: 'thread-1' })
  expect(test.ledger.tables.turns.open()).toEqual([])
  expect(test.turn(() => test.write('a', ''))).toEqual({ a: 'added unannounced' })
})

it('assigns a pull between two turns to neither turn, and does not restore over it', () => {
  const [origin, mate, test] = [new TestLedger(), new TestLedger(), new TestLedger()]
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x', ...args], { stdio: 'pipe' })
  git(origin.folder, 'init', '-q', '--bare', '-b', 'main')
  git(mate.folder, 'clone', '-q', origin.folder, '.')
  const push = (message: string): void => {
    git(mate.folder, 'add', '-A')
    git(mate.folder, 'commit', '-qm', message)
    git(mate.folder, 'push', '-q', 'origin', 'HEAD:main')
  }
  for (const name of ['changed', 'gone', 'agent'])
    mate.write(name, `${name}\n`)
  push('first')
  git(test.folder, 'clone', '-q', '-b', 'main', origin.folder, '.')
  expect(test.turn(() => test.write('agent', 'by the agent\n'))).toEqual({ agent: `changed ${unannounced}` })
  mate.write('changed', 'pulled\n')
  mate.write('new/file', 'pulled\n')
  rmSync(mate.path('gone'))
  push('second')
  git(test.folder, 'pull', '-q', '--ff-only')
  test.begin()
  test.write('more', 'by the agent\n')
  const { files, git: told } = test.end()
  expect([files.map(({ path }) => path), told]).toEqual([[test.path('more')], undefined])
  const steps = new Review(test.ledger).previewRestore({ threadId: 'thread', promptId: 'thread-1' })
  expect(steps.map(({ path, does }) => [path, does])).toEqual([[test.path('agent'), 'restore'], [test.path('more'), 'delete']])
})

it('detects files that become folders or links, and changed link targets', () => {
  const test = new TestLedger()
  test.write('file', 'a')
  test.write('folder/inside', 'b')
  test.write('target', 'c')
  symlinkSync('target', test.path('link'))
  expect(test.turn(() => {
    rmSync(test.path('file'))
    test.write('file/inside', 'd')
    rmSync(test.path('folder'), { recursive: true })
    symlinkSync('/etc', test.path('folder'))
    rmSync(test.path('link'))
    symlinkSync('folder', test.path('link'))
    rmSync(test.path('target'))
    symlinkSync('/etc/passwd', test.path('target'))
  })).toEqual({
    'file': `deleted ${unannounced}`,
    'file/inside': `added ${unannounced}`,
    'folder/inside': `deleted ${unannounced}`,
    'folder': `added ${unannounced}`,
    'link': `changed ${unannounced}`,
    'target': `changed ${unannounced}`,
  })
  expect(test.ledger.stateAt('folder/passwd')).toEqual({ kind: 'absent' })
})

it('detects a changed mode', () => {
  const test = new TestLedger()
  test.write('script', '#!/bin/sh', 0o644)
  expect(test.turn(() => chmodSync(test.path('script'), 0o755))).toEqual({ script: `changed ${unannounced}` })
  expect(test.ledger.stateAt('script')).toMatchObject({ kind: 'file', mode: 0o755 })
})

it('detects writes that keep size and time, and writes through a hard link', () => {
  const test = new TestLedger()
  const outside = new TestLedger()
  const names = ['same', 'touched', 'mapped', 'linked']
  names.forEach(name => test.write(name, 'before'))
  linkSync(test.path('linked'), outside.path('other'))
  test.begin()
  test.write('same', 'after!')
  const { atime, mtime } = statSync(test.path('touched'))
  test.write('touched', 'after!')
  utimesSync(test.path('touched'), atime, mtime)
  execFileSync('python3', ['-c', mapAndWrite, test.path('mapped')])
  writeSync(openSync(outside.path('other'), 'r+'), 'after!')
  expect(test.end().files.map(({ path }) => path)).toEqual([...names].sort().map(name => test.path(name)))
})

it('defers changes after the time of a scan to the next one', () => {
  const test = new TestLedger()
  test.begin()
  test.write('early.txt', 'early')
  const until = statSync(test.path('early.txt')).ctimeMs
  do
    test.write('new/late.txt', 'late')
  while (statSync(test.path('new/late.txt')).ctimeMs === until)
  test.lookAt(['early.txt', 'new'], [turnOf('thread')], { at: until })
  const { files } = test.end([turnOf('thread', { commandUntil: Infinity })])
  expect(files.map(({ path, by }) => [path, by])).toEqual([
    [test.path('early.txt'), ['unannounced']],
    [test.path('new/late.txt'), ['command']],
  ])
})

it('records an ignored file that an agent names after a scan deferred it', () => {
  const test = new TestLedger()
  test.write('.gitignore', '.env\n')
  test.write('app/main.ts', 'main')
  test.begin()
  test.write('app/.env', 'KEY=1')
  test.lookAt(['app'], [turnOf('thread')], { at: 1 })
  test.lookAt(['app/.env'], [turnOf('thread', { commandUntil: Infinity })])
  expect(test.end().files.map(({ path, kind, by }) => [path, kind, by])).toEqual([[test.path('app/.env'), 'added', ['command']]])
})

it('neither blocks on a pipe nor records it', () => {
  const test = new TestLedger()
  expect(test.turn(() => execFileSync('mkfifo', [test.path('pipe')]))).toEqual({})
})

it('keeps bytes of any encoding, and names of any kind', () => {
  const test = new TestLedger()
  const names = ['-dash', 'new\nline', ':(glob)*', 'e\u0301', '🙂', 'space ', 'x'.repeat(250), '.GIT']
  const bytes = Buffer.from([0xFF, 0xFE, 0x61, 0, 0x0D, 0, 0x0A, 0, 0xE9])
  names.forEach(name => test.write(name, bytes))
  test.begin()
  names.forEach(name => test.write(name, 'other'))
  expect(test.end().count).toBe(names.length)
  for (const name of names) {
    const { before } = test.ledger.tables.versions.ofPath(name)[0]!
    expect(test.ledger.readContent(before.split(' ')[2]!)!.equals(bytes)).toBe(true)
  }
})

it.skipIf(process.platform !== 'linux')('reports the number of names that are not UTF-8, and records all others', () => {
  const test = new TestLedger()
  test.write('folder/file', 'x')
  const path = (name: string) => Buffer.concat([Buffer.from(test.path(`folder/${name}`)), Buffer.from([0xE9])])
  writeFileSync(path('caf'), 'before')
  mkdirSync(path('etag'))
  expect(test.begin().gap).toBe('2 names are not UTF-8: what they name is not recorded.')
  writeFileSync(path('caf'), 'after')
  test.write('folder/file', 'y')
  expect(test.end().files.map(({ path }) => path)).toEqual([test.path('folder/file')])
  expect(readFileSync(path('caf'), 'utf8')).toBe('after')
  rmSync(path('caf'))
  expect(test.begin().gap).toBe('1 name is not UTF-8: what it names is not recorded.')
})

it('skips ignored files except small ones, and still records known files that become ignored', () => {
  const test = new TestLedger()
  execFileSync('git', ['init', '-q', test.folder])
  test.write('.gitignore', '/dist/\n.env\n*.log\n')
  test.write('.env', 'SECRET=1')
  test.write('out/made', 'before')
  test.write('dist/made', 'x')
  test.write('large.log', 'x'.repeat(300_000))
  expect(test.turn(() => {
    test.write('.env', 'SECRET=2')
    test.write('dist/made', 'y')
    test.write('large.log', 'y'.repeat(300_000))
    test.write('.gitignore', '/dist/\n.env\n*.log\n/out/\n')
    test.write('out/made', 'after')
    test.write('out/more', 'x')
  })).toEqual({ '.env': `changed ${unannounced}`, '.gitignore': `changed ${unannounced}`, 'out/made': `changed ${unannounced}` })
  test.reopen()
  expect(test.turn(() => test.write('out/made', 'again'))).toEqual({ 'out/made': `changed ${unannounced}` })
})

it('attributes files that return to the folder during a turn to outside', async () => {
  const test = new TestLedger()
  const elsewhere = join(temporaryFolder(), 'photos')
  test.write('photos/photo', 'a photo')
  test.turn(() => undefined)
  renameSync(test.path('photos'), elsewhere)
  test.turn(() => undefined)
  await pause(100)
  const agent = [turnOf('thread', { began: Date.now(), commandUntil: Infinity })]
  expect(test.turn(() => renameSync(elsewhere, test.path('photos')), agent)).toEqual({ 'photos/photo': 'added outside' })
  expect(test.ledger.stateAt('photos/photo').kind).toBe('file')
})

it('lists new files, but none that were ignored or elsewhere before the turn', async () => {
  const test = new TestLedger()
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'photo'), 'the person\'s\n')
  test.write('.gitignore', 'data/\n*.big\n')
  test.write('data/years.csv', 'the person\'s\n')
  test.write('huge.big', 'x'.repeat(300_000))
  test.write('known', 'known\n')
  test.turn(() => undefined)
  await pause(100)
  const agent = [turnOf('thread', { began: Date.now(), commandUntil: Infinity })]
  expect(test.turn(() => {
    test.write('.gitignore', 'nothing\n')
    test.write('data/made', 'the agent\'s\n')
    test.write('made', 'the agent\'s\n')
    renameSync(elsewhere, test.path('photos'))
    renameSync(test.path('known'), test.path('renamed'))
  }, agent)).toEqual({
    '.gitignore': 'changed command',
    'data/made': 'added unclear', // signs of other writers were not looked for while it was hidden
    'known': 'deleted command',
    'made': 'added command',
    'renamed': 'added command',
  })
  expect(test.turn(() => test.write('data/years.csv', 'the agent\'s\n'), agent)).toEqual({ 'data/years.csv': 'changed command' })
})

it('does not list files moved into the folder, even if the agent named their new path before', async () => {
  const test = new TestLedger()
  const elsewhere = temporaryFolder()
  writeFileSync(join(elsewhere, 'notes'), 'the person\'s\n')
  writeFileSync(join(elsewhere, 'table'), 'the person\'s\n')
  test.write('.gitignore', 'data/\n')
  test.write('data/years.csv', 'the person\'s\n')
  test.turn(() => undefined)
  await pause(100)
  const places = ['notes', 'years.csv', 'data/table', 'made']
  const named = new Map(places.map(name => [test.path(name), [{ from: 0, to: Infinity }]]))
  const agent = [turnOf('thread', { began: Date.now(), named })]
  test.begin()
  test.lookAt(places, agent, { at: Date.now() })
  renameSync(join(elsewhere, 'notes'), test.path('notes'))
  renameSync(test.path('data/years.csv'), test.path('years.csv'))
  renameSync(join(elsewhere, 'table'), test.path('data/table'))
  test.write('made', 'the agent\'s\n')
  test.lookAt(places, agent)
  expect(test.end(agent).files.map(({ path, by }) => [path, ...by])).toEqual([[test.path('made'), 'asked']])
})

it('treats a file written elsewhere as unannounced if it was moved before the agent named its path', async () => {
  const test = new TestLedger()
  test.write('.gitignore', 'data/\n')
  test.turn(() => undefined)
  await pause(100)
  const began = Date.now()
  test.begin()
  test.write('data/years.csv', 'the person\'s\n')
  await pause(100)
  const named = new Map([[test.path('years.csv'), [{ from: Date.now(), to: Infinity }]]])
  const agent = [turnOf('thread', { began: began - 100, named })]
  renameSync(test.path('data/years.csv'), test.path('years.csv'))
  test.lookAt(['years.csv'], agent)
  expect(test.end(agent).files.map(({ path, by }) => [path, ...by])).toEqual([[test.path('years.csv'), 'unannounced']])
})

it.each([
  ['a command is announced before it runs', 'pending', 'unannounced'],
  ['a command is announced when it already runs', 'in_progress', 'command'],
] as const)('attributes changes by the evidence at their time: %s', async (_, status, by) => {
  const test = new ToldLedger()
  await test.beginTurn()
  await test.changeFile('early')
  test.notify({ kind: 'call', toolCallId: 'run', paths: [], toolKind: 'execute', status })
  await test.changeFile('late')
  expect(test.authors()).toEqual({ early: [by], late: ['command'] })
})

it('scans before a request of the agent, and attributes later changes to its commands until they end', async () => {
  const test = new ToldLedger()
  await test.beginTurn()
  await test.changeFile('early')
  test.notify({ kind: 'request' })
  test.notify({ kind: 'command', isRunning: true })
  await test.changeFile('made')
  test.notify({ kind: 'command', isRunning: false })
  await pause(60) // clocks of files are coarse
  await test.changeFile('late')
  expect(test.authors()).toEqual({ early: ['unannounced'], made: ['command'], late: ['unannounced'] })
})

it('attributes changes to a command, however late the scan after its turn starts', async () => {
  const test = new ToldLedger()
  await test.beginTurn()
  await pause(60) // clocks of files are coarse
  const call = { kind: 'call', toolCallId: 'run', toolKind: 'execute', paths: [] } as const
  test.notify({ ...call, status: 'in_progress' })
  await test.changeFile('made')
  test.notify({ ...call, status: 'completed' })
  test.notify({ kind: 'turnEnded' })
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000) // as on a busy machine
  onTestFinished(() => clock.mockRestore())
  utimesSync(test.path('made'), 0, 0)
  expect(test.authors()).toEqual({ made: ['command'] })
})

it('does not attribute a new file to an agent that names it only later, however late the file is found', async () => {
  const test = new ToldLedger()
  await test.beginTurn()
  await pause(60) // clocks of files are coarse
  await test.changeFile('made')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2_000) // as on a busy machine
  onTestFinished(() => clock.mockRestore())
  test.notify({ kind: 'call', toolCallId: 'edit', toolKind: 'edit', paths: [test.path('made')], status: 'in_progress' })
  expect(test.authors()).toEqual({ made: ['unannounced'] })
})

it('records an already written file that an agent names in a new folder, and later files beside it', () => {
  const test = new TestLedger()
  test.write('old', 'old\n')
  test.turn(() => undefined)
  const began = Date.now()
  const look = (name: string): void => {
    const named = new Map([[test.path(name), [{ from: 0, to: Infinity }]]])
    test.lookAt([name], [turnOf('thread', { began, promptId: 'thread-2', named })], { isLate: true })
  }
  expect(test.turn(() => {
    test.write('made/deep/late', 'the agent\'s\n')
    look('made/deep/late')
    test.write('made/deep/too', 'the agent\'s\n')
    look('made/deep/too')
    test.write('told', 'the agent\'s\n')
    test.look([turnOf('thread', { began, promptId: 'thread-2' })])
    look('told')
    test.write('made/beside', 'without a word\n')
  }, [turnOf('thread', { began, promptId: 'thread-2' })])).toEqual({
    'made/beside': 'added unannounced',
    'made/deep/late': 'added asked',
    'made/deep/too': 'added asked',
    'told': 'added asked',
  })
})

it('attributes a save to the person, even if a scan found it before the notification', () => {
  const test = new TestLedger()
  test.write('file', '1\n')
  test.turn(() => undefined)
  expect(test.turn(() => {
    const [path, at, content] = [test.path('file'), Date.now(), hashBytes(Buffer.from('2\n'))]
    test.write('file', '2\n')
    test.lookAt(['file'], [turnOf('thread', { commandUntil: Infinity })])
    test.ledger.apply({ kind: 'write', id: 'save', path, content, author: { by: 'you' }, at })
    test.ledger.apply({ kind: 'written', id: 'save', path, isDone: true, at: Date.now() })
  })).toEqual({ file: 'changed you' })
})

it('distinguishes two writes of Parley, even if both precede the scan', () => {
  const test = new TestLedger()
  test.write('file', 'one\nsix\n')
  test.turn(() => undefined)
  expect(test.turn(() => {
    const [path, at] = [test.path('file'), Date.now()]
    const [saved, written] = ['ONE\nsix\n', 'ONE\nSIX\n'].map(text => Buffer.from(text))
    const asked = { by: 'asked', threadId: 'thread', promptId: 'thread-2' } as const
    test.evidence.turns = [turnOf('thread')]
    test.ledger.apply({ kind: 'write', id: 'save', path, content: hashBytes(saved!), author: { by: 'you' }, at })
    test.write('file', String(written))
    test.ledger.apply({ kind: 'written', id: 'save', path, isDone: true, at })
    const before = { bytes: saved!, mode: statSync(path).mode & 0o7777 }
    test.ledger.apply({ kind: 'write', id: 'agent', path, content: hashBytes(written!), author: asked, before, at })
    test.ledger.apply({ kind: 'written', id: 'agent', path, isDone: true, at })
  })).toEqual({ file: 'changed you asked' })
  expect(test.before('file')).toBe('ONE\nsix\n')
})

it('records a change in a folder of which only the files were recorded before a restart', () => {
  const test = new TestLedger()
  test.write('file', '1\n')
  test.look([])
  test.reopen()
  expect(test.turn(() => test.write('file', '2\n'))).toEqual({ file: 'changed unannounced' })
})

it('records files that an agent makes in a folder that it named before the folder existed', () => {
  const test = new TestLedger()
  test.turn(() => undefined)
  const began = Date.now()
  const turn = (name: string): TurnEvidence =>
    turnOf('thread', { began, promptId: 'thread-2', named: new Map([[test.path(name), [{ from: 0, to: Infinity }]]]) })
  expect(test.turn(() => {
    test.lookAt(['made/g'], [turn('made/g')])
    test.write('made/deep/h', 'the agent\'s\n')
    test.lookAt(['made/deep/h'], [turn('made/deep/h')])
  }, [turn('made/deep/h')])).toEqual({ 'made/deep/h': 'added asked' })
})

it('respects the person\'s global excludes, and changes to them', () => {
  const [test, home] = [new TestLedger(), new TestLedger()]
  const git = (...args: string[]) => execFileSync('git', ['-C', test.folder, ...args])
  git('init', '-q')
  home.write('ignore', '*.tmp\n')
  git('config', 'core.excludesFile', home.path('ignore'))
  const makeLarge = (fill: string) => fill.repeat(300_000)
  const names = ['a.tmp', 'a.old', 'out/made.old']
  const change = (fill: string) => () => names.forEach(name => test.write(name, makeLarge(fill)))
  expect(test.turn(change('1'))).toEqual({ 'a.old': `added ${unannounced}`, 'out/made.old': `added ${unannounced}` })
  home.write('ignore', '*.old\n')
  const more = test.turn(() => names.forEach(name => test.write(`more/${name}`, makeLarge('2'))))
  expect(more).toMatchObject({ 'more/a.tmp': `added ${unannounced}` })
  expect(more).not.toHaveProperty('more/a.old')
  expect(test.turn(() => test.write('more/b.old', makeLarge('3')))).toEqual({})
  git('config', 'core.excludesFile', '')
  const without = test.turn(() => test.write('more/c.old', makeLarge('4')))
  expect(without).toMatchObject({ 'more/c.old': `added ${unannounced}` })
})

it('treats a nested repository as ordinary files with separate rules, and never enters .git', () => {
  const test = new TestLedger()
  execFileSync('git', ['init', '-q', test.folder])
  execFileSync('git', ['init', '-q', test.path('nested')])
  test.write('.gitignore', '*.txt\n/ignored/\n')
  test.write('nested/big.txt', 'x'.repeat(300_000))
  expect(test.turn(() => {
    test.write('nested/big.txt', 'y'.repeat(300_000))
    test.write('big.txt', 'y'.repeat(300_000))
    test.write('.git/hooks/evil', 'x')
    test.write('nested/.git/x', 'x')
  })).toEqual({ 'nested/big.txt': `changed ${unannounced}` })
})

it('records ignored files that git tracks', () => {
  const test = new TestLedger()
  const git = (...args: string[]) => execFileSync('git', ['-C', test.folder, ...args])
  git('init', '-q')
  test.write('.gitignore', '/dist/\n')
  test.write('dist/tracked', 'before')
  test.write('dist/other', 'before')
  git('add', '-f', 'dist/tracked')
  expect(test.turn(() => {
    test.write('dist/tracked', 'after')
    test.write('dist/other', 'after')
  })).toEqual({ 'dist/tracked': `changed ${unannounced}` })
})

it('records ignored files that git starts to track, in a linked working tree too', () => {
  const test = new TestLedger()
  const git = (folder: string, ...args: string[]) => execFileSync('git', [...identity, '-C', folder, ...args])
  const main = temporaryFolder('parley-git-')
  git(main, 'init', '-q')
  git(main, 'commit', '-q', '--allow-empty', '-m', 'first')
  git(main, 'worktree', 'add', '-q', test.folder)
  test.write('.gitignore', '/dist/\n')
  test.write('dist/tracked', 'before')
  test.turn(() => {})
  git(test.folder, 'add', '-f', 'dist/tracked')
  expect(test.turn(() => test.write('dist/tracked', 'after'))).toEqual({ 'dist/tracked': `changed ${unannounced}` })
})

it('skips generated folders if there are no ignore rules', () => {
  const test = new TestLedger()
  test.write('cache/CACHEDIR.TAG', 'Signature: 8a477f597d28d172789f06886806bc55')
  expect(test.turn(() => {
    test.write('node_modules/x/index.js', 'x')
    test.write('src/__pycache__/x.pyc', 'x')
    test.write('cache/x', 'x')
    test.write('src/x', 'x')
  })).toEqual({ 'src/x': `added ${unannounced}` })
})

it('keeps the contents of files that git removes', () => {
  const test = new TestLedger()
  const as = ['-c', 'user.name=x', '-c', 'user.email=x']
  const git = (...args: string[]) => execFileSync('git', ['-C', test.folder, ...as, ...args], { stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  test.write('.gitignore', '.env\n')
  test.write('file', 'committed')
  git('add', '.')
  git('commit', '-qm', 'first')
  test.write('file', 'worked on')
  test.write('untracked', 'mine')
  test.write('.env', 'SECRET=1')
  test.begin()
  git('reset', '-q', '--hard')
  git('clean', '-qfdx')
  git('checkout', '-qb', 'other')
  rmSync(test.path('.git'), { recursive: true })
  const { files, git: told } = test.end()
  const listed = files.map(({ path, kind }) => `${kind} ${path.slice(test.folder.length + 1)}`)
  expect(listed).toEqual(['deleted .env', 'changed file', 'deleted untracked'])
  expect(told).toEqual([{ repository: 'gone' }])
  expect(['.env', 'file', 'untracked'].map(name => test.before(name))).toEqual(['SECRET=1', 'worked on', 'mine'])
})

it('continues a turn after a restart', () => {
  const test = new TestLedger()
  test.write('file', '1')
  test.begin()
  test.reopen()
  test.write('file', '2')
  expect(test.end().count).toBe(1)
  expect(test.before('file')).toBe('1')
})

it('scans ignored files that an agent names', () => {
  const test = new TestLedger()
  test.write('.gitignore', 'dist/\n')
  test.write('dist/out.js', 'before')
  test.begin()
  const [path, made] = [test.path('dist/out.js'), test.path('dist/made.js')]
  const turns = [turnOf('thread', { named: new Map([[path, [{ from: 0, to: Infinity }]]]) })]
  test.lookAt(['dist/out.js'], turns)
  test.write('dist/out.js', 'after')
  test.writeThrough('dist/made.js', 'after')
  const { files } = test.end(turns)
  expect(files).toMatchObject([
    { path: made, kind: 'added', by: ['asked'] },
    { path, kind: 'changed', by: ['asked'], added: 1, removed: 1 },
  ])
})

it('stores a file of 20 MB, and of one of 70 MB only that it changed', () => {
  const test = new TestLedger()
  const [twenty, seventy] = [Buffer.alloc(20_000_000, 'a'), Buffer.alloc(70_000_000, 'a')]
  test.write('twenty', twenty)
  test.write('seventy', seventy)
  expect(test.turn(() => {
    test.write('twenty', 'b')
    test.write('seventy', Buffer.alloc(70_000_000, 'b'))
  })).toEqual({ twenty: `changed ${unannounced}`, seventy: `changed ${unannounced}` })
  expect(test.ledger.tables.versions.ofPath('seventy')[0]!.before).toMatch(/^u /)
  expect(test.before('twenty')?.length).toBe(twenty.length)
})

it('records only named files in a folder as large as the home folder', () => {
  const home = new TestLedger({ isHome: true })
  home.write('file', 'before')
  home.write('other', 'before')
  expect(home.begin().gap).toContain('too large')
  const turns = [turnOf('thread', { named: new Map([[home.path('file'), [{ from: 0, to: Infinity }]]]) })]
  home.lookAt(['file'], turns)
  home.write('file', 'after')
  home.write('other', 'after')
  expect(home.end(turns).files).toMatchObject([{ path: home.path('file'), by: ['asked'] }])
})

it('records only named files if the folder is the whole disk', () => {
  const [inside, store] = [new TestLedger(), new TestLedger()]
  const [evidence, closed, turn] = [new Evidence(), [store.folder], { threadId: 'thread', promptId: 'one' }]
  const ledger = new Ledger({ folder: '/', storeFolder: store.folder, evidence, closed, home: homedir(), onReported: () => undefined })
  onTestFinished(() => ledger.dispose())
  const [path, other] = [inside.path('named'), inside.path('other')]
  inside.write('named', 'before')
  expect(ledger.beginTurn(turn).gap).toContain('too large')
  ledger.apply({ kind: 'turnBegan', ...turn, at: Date.now() })
  const paths = [path, '/', '/etc', store.path('ledger.db')]
  ledger.apply({ kind: 'call', threadId: 'thread', toolCallId: 'call', status: 'pending', paths, at: Date.now() })
  inside.write('named', 'after')
  inside.write('other', 'after')
  expect(ledger.endTurn(turn).files).toMatchObject([{ path, by: ['asked'] }])
  expect([...ledger.tables.files.all()].map(file => `/${file.path}`)).toEqual([path])
  expect(ledger.toRelative(other)).toBe(other.slice(1))
})

it.each(['a folder as wide as the home folder', 'an ignored folder', 'a large ignored file'])(
  'restores an old file that the agent overwrote instead of deleting it: %s',
  (place) => {
    const test = new TestLedger({ isHome: place.includes('home') })
    const name = place.startsWith('an') ? 'dist/file' : 'file.big'
    const before = `the person's\n${'x'.repeat(300_000)}\n`
    test.write('.gitignore', 'dist/\n*.big\n')
    test.begin()
    test.write(name, before) // also one that came while the turn runs
    const path = test.path(name)
    test.writeThrough(name, 'the agent\'s\n', () => {
      writeFileSync(`${path}.new`, 'the agent\'s\n')
      renameSync(`${path}.new`, path)
    })
    expect(test.end().files).toMatchObject([{ path, kind: 'changed', by: ['asked'] }])
    const review = new Review(test.ledger)
    const all = { threadId: 'thread' }
    review.decideAll({ ...all, act: 'reject', mark: review.list(all).marks[0]! })
    expect(readFileSync(path, 'utf8')).toBe(before)
    review.undo({ ...all, operation: review.list(all).undo!.operation })
    expect(readFileSync(path, 'utf8')).toBe('the agent\'s\n')
    test.reopen()
    const again = new Review(test.ledger)
    const restore = { ...all, promptId: 'thread-1' }
    again.restore({ ...restore, files: again.previewRestore(restore) })
    expect(readFileSync(path, 'utf8')).toBe(before)
  },
)

it('separates earlier writes from a write through Parley, even if Parley reports its write afterwards', () => {
  const test = new TestLedger()
  test.write('old', '1\n')
  test.begin()
  test.evidence.turns = [turnOf('thread')]
  const before = new Map([['old', '1\nperson\n'], ['new', 'person\n']])
  for (const [name, text] of before) {
    const [path, author] = [test.path(name), { by: 'asked', threadId: 'thread', promptId: 'thread-1' } as const]
    const bytes = Buffer.from(`${text}agent\n`)
    const was = { bytes: Buffer.from(text), mode: 0o644 }
    const at = Date.now() - 1_000
    test.write(name, bytes)
    test.ledger.apply({ kind: 'write', id: name, path, content: hashBytes(bytes), author, before: was, at })
    test.ledger.apply({ kind: 'written', id: name, path, isDone: true, at: Date.now() })
    expect(test.before(name)).toBe(text)
    expect(test.ledger.tables.versions.ofPath(name).map(({ author }) => author)).toEqual(['unannounced', 'asked'])
  }
  expect(test.end().files.map(({ by }) => by)).toEqual([['unannounced', 'asked'], ['unannounced', 'asked']])
})

it('knows the earlier content of a file that was ignored until right before a write through Parley', async () => {
  const test = new TestLedger()
  test.write('.gitignore', 'data/\n')
  test.begin()
  test.evidence.turns = [turnOf('thread', { commandUntil: Infinity })]
  const [path, author] = [test.path('data/file'), { by: 'asked', threadId: 'thread', promptId: 'thread-1' } as const]
  const at = Date.now() - 1_000
  test.write('data/file', 'person\nagent\n')
  const before = test.heard
  test.write('.gitignore', 'nothing\n')
  await expect.poll(() => test.heard).toBeGreaterThan(before)
  test.ledger.scan(at) // later changes are left to the next scan
  const content = hashBytes(Buffer.from('person\nagent\n'))
  const was = { bytes: Buffer.from('person\n'), mode: 0o644 }
  test.ledger.apply({ kind: 'write', id: 'one', path, content, author, before: was, at })
  test.ledger.apply({ kind: 'written', id: 'one', path, isDone: true, at: Date.now() })
  expect(test.before('data/file')).toBe('person\n')
  expect(test.ledger.tables.versions.ofPath('data/file').map(({ author }) => author)).toEqual(['asked'])
})

it('never deletes a file whose earlier state is unknown', () => {
  const test = new TestLedger({ isHome: true })
  test.begin()
  test.write('file', 'the agent\'s')
  const path = test.path('file')
  test.writeThrough('file', 'the agent\'s')
  expect(test.end().files).toMatchObject([{ path, kind: 'changed', by: ['asked'] }])
  const review = new Review(test.ledger)
  const { marks } = review.list({ threadId: 'thread' })
  expect(review.decideAll({ threadId: 'thread', act: 'reject', mark: marks[0]! })).toMatchObject({ done: 0, left: [{ why: 'unkept' }] })
  expect(readFileSync(path, 'utf8')).toBe('the agent\'s')
})

it('never enters Parley\'s own folder', () => {
  const test = new TestLedger({ closed: ['data'] })
  expect(test.turn(() => {
    test.write('data/threads.db', 'x')
    test.write('file', 'x')
    test.lookAt(['data/threads.db'], [])
  })).toEqual({ file: `added ${unannounced}` })
})

it('does not record a flood of new files, and reports it until the files are gone', () => {
  const test = new TestLedger({ limits: { ...scanLimits, newFiles: 20 } })
  test.write('src/file', 'x')
  test.begin()
  for (let file = 0; file < 30; file++)
    test.write(`vendor/deep/${file}`, 'x')
  test.write('src/new', 'x')
  expect(test.end()).toMatchObject({
    count: 1,
    files: [{ path: test.path('src/new') }],
    gap: '"vendor" got 30 new files at once: too many to record.',
  })
  test.reopen()
  expect(test.turn(() => test.write('vendor/more', 'x'))).toEqual({})
  expect(test.begin().gap).toContain('"vendor"')
  rmSync(test.path('vendor'), { recursive: true })
  expect(test.turn(() => test.write('vendor/again', 'x'))).toEqual({ 'vendor/again': `added ${unannounced}` })
  expect(test.begin().gap).toBeUndefined()
})

it('stores nothing beyond its limits, and reports files that it did not store', () => {
  const test = new TestLedger({ limits: { ...scanLimits, scanBytes: 1_000 } })
  test.begin()
  test.write('small', 'x')
  test.write('large', 'x'.repeat(2_000))
  const { count, gap } = test.end()
  expect({ count, gap }).toEqual({ count: 2, gap: '1 file could not be kept, for lack of space: it cannot be put back.' })
  expect(test.ledger.tables.versions.ofPath('large')[0]!.after).toMatch(/^u /)
})

it('reads a file again that was written to during the scan', () => {
  const test = new TestLedger()
  test.write('file', '1')
  test.begin()
  test.write('file', '2')
  const { contents } = test.ledger.tables
  contents.keepRead = (size, read) => {
    appendFileSync(test.path('file'), '+')
    return Contents.prototype.keepRead.call(contents, size, read)
  }
  test.look()
  test.lookAt(['file'], [turnOf('thread')])
  contents.keepRead = Contents.prototype.keepRead.bind(contents)
  const written = readFileSync(test.path('file'), 'utf8')
  test.end()
  const [{ before, after }, ...more] = test.ledger.tables.versions.ofPath('file') as [Version, ...Version[]]
  expect([before, after].map(state => test.ledger.readContent(state.split(' ')[2]!)?.toString())).toEqual(['1', written])
  expect(more).toEqual([])
})

it('records no deletions while the whole folder is missing', () => {
  const test = new TestLedger()
  test.write('file', 'x')
  test.begin()
  renameSync(test.folder, `${test.folder}-away`)
  expect(test.end()).toEqual({ count: 0, files: [], gap: 'The folder is not there.' })
  test.lookAt(['file'], [turnOf('thread')])
  expect(test.ledger.tables.versions.ofPath('file')).toEqual([])
  renameSync(`${test.folder}-away`, test.folder)
  expect(test.turn(() => {})).toEqual({})
})

it('attributes nothing to the agent in a folder that replaces the recorded one during a turn', () => {
  const test = new TestLedger()
  const away = `${test.folder}-away`
  onTestFinished(() => rmSync(away, { recursive: true }))
  test.write('file', 'x')
  test.begin()
  renameSync(test.folder, away)
  test.write('file', 'another')
  test.lookAt(['file'], [turnOf('thread')])
  const agent = [turnOf('thread', { commandUntil: Infinity })]
  expect(test.end(agent)).toEqual({ count: 0, files: [], gap: 'The folder is not there.' })
  expect(test.ledger.isInPlace()).toBe(false)
  expect(test.turn(() => {})).toEqual({})
  expect(test.ledger.isInPlace(), 'it is the recorded folder now').toBe(true)
  expect(test.ledger.tables.versions.ofPath('file').map(({ author }) => author)).toEqual(['outside'])
})

it('reads a growing large file only once per turn', () => {
  const test = new TestLedger()
  test.write('growing', 'x'.repeat(2_000_000))
  test.begin()
  for (let line = 0; line < 5; line++) {
    test.write('growing', 'x'.repeat(2_000_000 + line))
    test.lookAt([], [])
    test.look()
  }
  test.end()
  expect(listContentFiles(test.storeFolder)).toHaveLength(2)
})

it('stores the first and last state of each file in a turn, not those in between', () => {
  const test = new TestLedger()
  test.write('log', 'start')
  test.begin()
  for (let line = 0; line < 5; line++) {
    test.write('log', `line ${line}`)
    test.lookAt(['log'], [turnOf('thread')])
  }
  test.end()
  test.write('log', 'after')
  test.begin()
  expect(test.ledger.tables.versions.ofPath('log').map(({ author }) => author)).toEqual(['unannounced', 'outside'])
  expect(test.before('log')).toBe('line 4')
})

it('attributes a save in an editor to the person, and ignores its lock file', () => {
  const test = new TestLedger()
  test.write('notes', 'before')
  expect(test.turn(() => {
    test.write('.notes.swp', 'b0VIM')
    test.write('notes', 'after')
  })).toEqual({ notes: 'changed you' })
})

it('attributes a save in a closing editor to the person', async () => {
  const test = new TestLedger()
  test.write('notes', 'before')
  test.begin()
  const before = test.heard
  test.write('.notes.swp', 'b0VIM')
  test.write('notes', 'after')
  rmSync(test.path('.notes.swp'))
  await expect.poll(() => test.heard).toBeGreaterThan(before)
  expect(test.end().files).toMatchObject([{ by: ['you'] }])
})

it('attributes a save found later to the person whose editor had the file open, even in a new folder', async () => {
  const test = new TestLedger()
  test.turn(() => undefined)
  test.begin()
  test.evidence.turns = [turnOf('thread')]
  const [before, { heard }] = [Date.now() - 1_000, test]
  test.write('notes/.today.swp', 'b0VIM')
  test.write('notes/today', 'text')
  await expect.poll(() => test.heard).toBeGreaterThan(heard)
  test.ledger.scan(before)
  rmSync(test.path('notes/.today.swp'))
  expect(test.end().files).toMatchObject([{ by: ['you'] }])
})

it('checks the old path of a moved file if a call names only the new path', async () => {
  const test = new TestLedger()
  test.write('notes', 'before')
  test.turn(() => undefined)
  test.begin()
  const { heard } = test
  test.write('.notes.swp', 'b0VIM')
  test.write('notes.new', 'after')
  renameSync(test.path('notes.new'), test.path('notes'))
  await expect.poll(() => test.heard).toBeGreaterThan(heard)
  test.look()
  rmSync(test.path('.notes.swp'))
  const named = new Map([[test.path('moved'), [{ from: Date.now(), to: Infinity }]]])
  renameSync(test.path('notes'), test.path('moved'))
  test.lookAt(['moved'], [turnOf('thread', { named })])
  const files = Object.fromEntries(test.end([turnOf('thread', { named })]).files.map(({ path, by }) => [path, by]))
  expect(files[test.path('moved')]).toEqual(['unclear'])
})

it('does not attribute changes that were made to a file while it was ignored', async () => {
  const test = new TestLedger()
  test.write('.gitignore', 'data/\n')
  test.write('data/years.csv', 'old\n')
  test.turn(() => undefined)
  await pause(100)
  const agent = [turnOf('thread', { began: Date.now(), commandUntil: Infinity })]
  expect(test.turn(() => {
    renameSync(test.path('data/years.csv'), test.path('data/years.old'))
    test.write('data/years.csv', 'the person\'s\n')
    test.look(agent)
    test.write('.gitignore', 'nothing\n')
  }, agent)).toEqual({ '.gitignore': 'changed command', 'data/years.csv': 'added unclear' })
})

it('treats a folder that was moved away and back in the same turn as old', async () => {
  const test = new TestLedger()
  const elsewhere = join(temporaryFolder(), 'photos')
  test.write('photos/one', 'the person\'s\n')
  test.turn(() => undefined)
  await pause(100)
  const agent = [turnOf('thread', { began: Date.now(), commandUntil: Infinity })]
  const authors = (): string[] => test.ledger.tables.versions.ofPath('photos/one').map(({ author }) => author)
  test.begin()
  const before = test.heard
  renameSync(test.path('photos'), elsewhere)
  await expect.poll(() => test.heard).toBeGreaterThan(before)
  test.look(agent)
  expect(authors()).toEqual(['command'])
  renameSync(elsewhere, test.path('photos'))
  test.end(agent)
  expect(authors()).toEqual(['command', 'outside'])
})

it('treats a folder that disappeared before the turn as old, even if it returns under another name', async () => {
  const test = new TestLedger()
  const elsewhere = join(temporaryFolder(), 'photos')
  test.write('photos/one', 'the person\'s\n')
  test.turn(() => undefined)
  renameSync(test.path('photos'), elsewhere)
  test.begin()
  await pause(100)
  renameSync(elsewhere, test.path('pictures'))
  expect(test.end([turnOf('thread', { began: Date.now() - 50, commandUntil: Infinity })]).files).toEqual([])
})

it('detects renamed files and folders', () => {
  const test = new TestLedger()
  for (let file = 0; file < 500; file++)
    test.write(`folder/${file}`, `${file}`)
  test.write('Case', 'x')
  test.write('over', 'old')
  test.begin()
  renameSync(test.path('folder'), test.path('renamed'))
  renameSync(test.path('Case'), test.path('case'))
  renameSync(test.path('renamed/0'), test.path('over'))
  expect(test.end().count).toBe(500 + 499 + 2 + 1)
  expect(test.before('over')).toBe('old')
})

describe('an agent\'s edit before the call that names the file', () => {
  const [before, after] = ['1\n2\n3\n', '1\ntwo\n3\n']
  type Deed = (test: ToldLedger, told: (more: Partial<CallNote>) => void) => Promise<void>
  const edit = async (test: ToldLedger, text = after): Promise<void> => {
    writeFileSync(test.path('file'), text)
    await pause(100)
  }
  const whole = { oldText: before, newText: after }
  it.each<[what: string, by: string, Deed]>([
    ['is announced if the call shows exactly the two texts', 'asked', async (test, told) => {
      await edit(test)
      told({ status: 'in_progress', diffs: showDiff(test, whole) })
      told({ status: 'completed' })
    }],
    ['is announced if the call shows exactly the changed lines', 'asked', async (test, told) => {
      await edit(test)
      told({ status: 'completed', diffs: showDiff(test, { oldText: '2', newText: 'two' }) })
    }],
    ['is announced if it was scanned before the call ended', 'asked', async (test, told) => {
      await edit(test)
      told({ status: 'in_progress', diffs: showDiff(test, whole) })
      test.notify({ kind: 'request' })
      told({ status: 'completed', diffs: [] })
    }],
    ['is unannounced if the file contains more', 'unannounced', async (test, told) => {
      await edit(test, `${after}the person's\n`)
      told({ status: 'in_progress', diffs: showDiff(test, { oldText: '2', newText: 'two' }) })
      told({ status: 'completed' })
    }],
    ['is unannounced if the mode changed, too', 'unannounced', async (test, told) => {
      chmodSync(test.path('file'), 0o755)
      await edit(test)
      told({ status: 'completed', diffs: showDiff(test, whole) })
    }],
    ['is unannounced if the call failed', 'unannounced', async (test, told) => {
      await edit(test)
      told({ status: 'in_progress', diffs: showDiff(test, whole) })
      told({ status: 'failed' })
    }],
    ['is unannounced if the call shows nothing', 'unannounced', async (test, told) => {
      await edit(test)
      told({ status: 'completed' })
    }],
    ['is unannounced if the call had not begun', 'unannounced', async (test, told) => {
      await edit(test)
      told({ status: 'pending', diffs: showDiff(test, whole) })
      told({ status: 'completed' })
    }],
    ['is the person\'s if a question was open', 'you', async (test, told) => {
      test.notify({ kind: 'question', isOpen: true })
      await pause(20)
      await edit(test)
      test.notify({ kind: 'question', isOpen: false })
      told({ status: 'completed', diffs: showDiff(test, whole) })
    }],
    ['is unclear if Parley has unsaved text of the file', 'unclear', async (test, told) => {
      test.apply({ kind: 'unsaved', path: test.path('file'), isUnsaved: true })
      await edit(test)
      told({ status: 'completed', diffs: showDiff(test, whole) })
    }],
    ['is unannounced if the file was moved there', 'unannounced', async (test, told) => {
      writeFileSync(test.path('hidden/file'), after)
      await pause(100)
      renameSync(test.path('hidden/file'), test.path('file'))
      told({ status: 'pending', diffs: showDiff(test, whole) })
      told({ status: 'completed' })
    }],
  ])('%s', async (_, by, deed) => {
    const test = new ToldLedger()
    writeFileSync(test.path('.gitignore'), 'hidden\n')
    mkdirSync(test.path('hidden'))
    writeFileSync(test.path('file'), before)
    await test.beginTurn()
    const call = { kind: 'call', toolCallId: 'edit', paths: [test.path('file')], toolKind: 'edit' } as const
    await deed(test, more => test.notify({ ...call, ...more }))
    expect(test.authors()).toEqual({ file: [by] })
  })

  function showDiff(test: ToldLedger, diff: Pick<ShownDiff, 'oldText' | 'newText'>): ShownDiff[] {
    return [{ path: test.path('file'), ...diff }]
  }
})

/** A ledger that receives an agent's events. */
class ToldLedger {
  readonly #folder = temporaryFolder('parley-folder-')
  readonly #turn = { threadId: 'thread', promptId: 'one' }
  #heard = 0
  readonly #ledger = new Ledger({
    folder: this.#folder,
    storeFolder: temporaryFolder('parley-ledger-'),
    closed: [],
    home: '/nowhere',
    onReported: () => this.#heard++,
  })

  constructor() {
    onTestFinished(() => this.#ledger.dispose())
  }

  async beginTurn(): Promise<void> {
    await pause(100) // the folder is older than the turn
    this.#ledger.beginTurn(this.#turn)
    this.notify({ kind: 'turnBegan', promptId: 'one' })
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  notify(note: Told<Extract<Note, { threadId: string }>>): void {
    this.apply({ threadId: 'thread', ...note })
  }

  apply(note: Untimed<Note>): void {
    this.#ledger.apply({ at: Date.now(), ...note })
  }

  /** Until the system has said so. */
  async changeFile(name: string): Promise<void> {
    const before = this.#heard
    writeFileSync(join(this.#folder, name), name)
    await expect.poll(() => this.#heard).toBeGreaterThan(before)
  }

  authors(): Record<string, readonly string[]> {
    return Object.fromEntries(this.#ledger.endTurn(this.#turn).files.map(({ path, by }) => [path.slice(this.#folder.length + 1), by]))
  }
}
