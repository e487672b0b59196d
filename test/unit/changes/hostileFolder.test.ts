import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { turnOf } from '../../support/setEvidence'
import { temporaryFolder } from '../../support/temporaryFolder'
import { TestLedger } from '../../support/testLedger'
import { countFileCalls } from './fileCalls'
import { ReviewedFolder } from './reviewedFolder'

function createFolder(): ReviewedFolder {
  const root = join(temporaryFolder(), 'root')
  mkdirSync(root)
  const folder = new ReviewedFolder(root, temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  return folder
}

function makePipe(path: string): void {
  execFileSync('mkfifo', [path])
}

it('lists, rejects, undoes and restores files with any valid name', () => {
  const folder = createFolder()
  const names = [
    ...['two\nlines', ' ', '-rf', '--', '$(touch x)', '`x`', 'a\\b', '..\\c', '...'],
    ...['x\u202Etxt.exe', '*', 'new\r', '%2e%2e', 'e\u0301', '\u00E9'],
    ...[':(glob)*', 'space ', '👩‍🚀', 'x'.repeat(250)],
  ]
  for (const name of names)
    folder.write(`in ${name}/${name}`, 'before')
  folder.turn('A', 'p', () => names.forEach(name => folder.write(`in ${name}/${name}`, 'after')))
  const paths = names.map(name => folder.at(`in ${name}/${name}`))
  const readTexts = (): Set<string> => new Set(paths.map(path => readFileSync(path, 'utf8')))
  expect(new Set(folder.files().map(({ path }) => path))).toEqual(new Set(paths))
  const files = paths.map((path) => {
    const { baseline, current } = folder.review.read({ threadId: 'A', path })
    return { path, baseline, current }
  })
  expect(folder.review.decide({ threadId: 'A', act: 'reject', files })).toEqual({ done: names.length, left: [] })
  expect(readTexts()).toEqual(new Set(['before']))
  expect(folder.undo()).toEqual({ done: names.length, left: [] })
  expect(readTexts()).toEqual(new Set(['after']))
  expect(folder.restore('p')).toEqual({ done: names.length, left: [] })
  expect(readTexts()).toEqual(new Set(['before']))
})

it('never writes outside the folder, even for steps of a manipulated ledger', () => {
  const folder = createFolder()
  const outside = temporaryFolder()
  folder.write('a', 'before')
  folder.write('.git/config', 'mine')
  folder.turn('A', 'p', () => folder.write('a', 'after'))
  const content = folder.ledger.tables.versions.ofPath('a').at(-1)!.after
  const { sql } = folder.ledger.database
  const plan = sql.prepare(`INSERT INTO operations (thread, act, since, is_done, is_undone, at)
    VALUES ('A', 'restore', 0, 0, 0, 0)`).run()
  const step = sql.prepare(`INSERT INTO steps (operation, path, expected, target, temporary) VALUES (?, ?, '-', ?, ?)`)
  const paths = [
    `../../${outside.split('/').at(-1)}/planted`,
    `${outside}/planted`,
    'b/../../planted',
    '.git/hooks/pre-commit',
    'c/.git/config',
  ]
  paths.forEach((path, place) => step.run(plan.lastInsertRowid, path, content, `.${place}.parley`))
  step.run(plan.lastInsertRowid, 'd', content, '../../planted')
  folder.review.rollForward()
  expect(readdirSync(outside)).toEqual([])
  expect(existsSync(folder.at('.git/hooks'))).toBe(false)
  expect(existsSync(folder.at('c'))).toBe(false)
  expect(existsSync(join(folder.root, '../planted'))).toBe(false)
})

it('never makes a merged file set-user-ID', () => {
  const folder = createFolder()
  folder.write('tool', '1\n2\n3\n4\n5\n')
  chmodSync(folder.at('tool'), 0o4755)
  folder.turn('A', 'p', () => {
    folder.write('tool', 'one\n2\n3\n4\n5\n')
    chmodSync(folder.at('tool'), 0o755)
  })
  folder.others(() => folder.write('tool', 'one\n2\n3\n4\nfive\n'))
  expect(folder.decide('reject', 'tool')).toMatchObject({ done: 1 })
  expect(folder.text('tool')).toBe('1\n2\n3\n4\nfive\n')
  expect(statSync(folder.at('tool')).mode & 0o7777).toBe(0o755)
})

it.each(['reject', 'restore', 'undo'] as const)('%s skips paths whose kind changed since the scan', (act) => {
  const folder = createFolder()
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'secret'), 'outside')
  const names = ['folder', 'link', 'pipe', 'hard', 'gone', 'parent/file', 'deep/er/file']
  for (const name of names)
    folder.write(name, 'before')
  folder.turn('A', 'p', () => names.forEach(name => folder.write(name, 'after')))
  if (act === 'undo')
    folder.restore('p')
  const files = names.map((name) => {
    const { baseline, current } = folder.review.read({ threadId: 'A', path: folder.at(name) })
    return { path: folder.at(name), baseline, current }
  })
  const steps = folder.review.previewRestore({ threadId: 'A', promptId: 'p' })
  for (const name of names)
    rmSync(folder.at(name))
  mkdirSync(folder.at('folder/inside'), { recursive: true })
  symlinkSync(join(outside, 'secret'), folder.at('link'))
  makePipe(folder.at('pipe'))
  linkSync(join(outside, 'secret'), folder.at('hard'))
  for (const name of ['parent', 'deep']) {
    rmSync(folder.at(name), { recursive: true })
    symlinkSync(outside, folder.at(name))
  }
  mkdirSync(join(outside, 'er'))
  writeFileSync(join(outside, 'file'), 'after')
  writeFileSync(join(outside, 'er/file'), 'after')
  const outcome = act === 'reject'
    ? folder.review.decide({ threadId: 'A', act, files })
    : act === 'undo' ? folder.undo() : folder.review.restore({ threadId: 'A', promptId: 'p', files: steps })
  expect(outcome).toMatchObject({ done: 0 })
  expect(['secret', 'file', 'er/file'].map(name => readFileSync(join(outside, name), 'utf8'))).toEqual(['outside', 'after', 'after'])
  expect(readdirSync(outside).sort()).toEqual(['er', 'file', 'secret'])
})

it('writes nothing outside while folders are swapped for links', async () => {
  const folder = createFolder()
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'secret'), 'after')
  folder.write('folder/secret', 'before')
  folder.write('honest', 'honest')
  folder.turn('A', 'p', () => folder.write('folder/secret', 'after'))
  const { baseline, current } = folder.review.read({ threadId: 'A', path: folder.at('folder/secret') })
  const swapper = spawn(process.execPath, [join(import.meta.dirname, '../workspace/swapper.mjs'), folder.root, outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    swapper.kill('SIGKILL')
    await once(swapper, 'exit')
  })
  await once(swapper.stdout, 'data')
  for (let count = 0; count < 60; count++) {
    folder.review.decide({ threadId: 'A', act: 'reject', files: [{ path: folder.at('folder/secret'), baseline, current }] })
    folder.undo()
  }
  expect(readdirSync(outside)).toEqual(['secret'])
  expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('after')
})

it('does not record Parley\'s own data in the folder', () => {
  const test = new TestLedger({ closed: ['data'] })
  test.write('data/parley.db', 'mine')
  test.write('a', '1')
  const changes = test.turn(() => {
    test.write('data/changes/ledger.db', 'planted')
    test.lookAt(['data/parley.db', 'data/../data/x'], [turnOf('thread')])
    renameSync(test.path('a'), test.path('b'))
  })
  expect(Object.keys(changes)).toEqual(['a', 'b'])
})

it.each(['rename', 'in place'] as const)('keeps concurrent writes at any moment of a rejection: %s', (how) => {
  let [act, strikesAt] = [() => undefined as void, 0]
  const calls = countFileCalls(count => count === strikesAt && act())
  onTestFinished(() => calls.restore())
  let [moment, isOver] = [0, false]
  while (!isOver) {
    strikesAt = 0
    const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
    folder.others(() => folder.write('file', 'old\n'))
    folder.turn('A', 'p', () => folder.write('file', 'the agent\'s\n'))
    const { baseline, current } = folder.review.read({ threadId: 'A', path: folder.at('file') })
    let hasWritten = false
    act = () => {
      hasWritten = true
      const path = how === 'rename' ? folder.at('file~') : folder.at('file')
      writeFileSync(path, 'somebody\'s\n')
      if (how === 'rename')
        renameSync(path, folder.at('file'))
    }
    calls.reset()
    strikesAt = ++moment
    folder.review.decide({ threadId: 'A', act: 'reject', files: [{ path: folder.at('file'), baseline, current }] })
    isOver = !hasWritten
    expect(folder.shape(), `at call ${moment}`).toEqual({ file: hasWritten ? 'somebody\'s\n' : 'old\n' })
    folder.ledger.dispose()
  }
  expect(moment).toBeGreaterThan(5)
})
