import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { FolderWatches } from '../../../src/main/system/folderWatches'
import { temporaryFolder } from '../../support/temporaryFolder'
import { TestLedger } from '../../support/testLedger'

it('reports the changed folder once for many changes', async () => {
  const root = temporaryFolder('parley-watch-')
  mkdirSync(join(root, 'below'))
  let times = 0
  const watches = new FolderWatches(() => times++)
  onTestFinished(() => watches.close())
  watches.follow(root)
  watches.follow(join(root, 'below'))
  for (let file = 0; file < 20; file++)
    writeFileSync(join(root, 'below', `${file}`), 'x')
  await expect.poll(() => times).toBe(1)
  expect(watches.take()).toEqual([join(root, 'below')])
  expect(watches.take()).toEqual([])
})

it('watches a tree recursively after a restart', async () => {
  const root = temporaryFolder('parley-watch-')
  mkdirSync(join(root, 'below'))
  const watches = new FolderWatches(() => undefined)
  onTestFinished(() => watches.close())
  watches.follow(root, { isTree: true })
  watches.restart(root)
  watches.take()
  const heard = new Set<string>()
  await expect.poll(() => {
    writeFileSync(join(root, 'below', 'file'), 'x')
    watches.take().forEach(folder => heard.add(folder))
    return [...heard]
  }).toContain(join(root, 'below'))
})

it('reports changes of a named file in an ignored folder', async () => {
  const test = new TestLedger()
  test.write('.gitignore', 'ignored/\n')
  test.write('ignored/file', '1')
  execFileSync('git', ['init', '-q'], { cwd: test.folder })
  test.begin()
  test.lookAt(['ignored/file'], [])
  test.write('ignored/file', '2')
  await expect.poll(() => test.look()).toBe(true)
  expect(test.ledger.tables.versions.ofPath('ignored/file')).toHaveLength(1)
})

it.each(['recreated', 'exchanged'])('reports changes in and below a folder that was %s between scans', async (how) => {
  const test = new TestLedger()
  test.write('folder/below/file', '1')
  test.write('other/below/file', '1')
  test.begin()
  if (how === 'exchanged') {
    renameSync(test.path('folder'), test.path('third'))
    renameSync(test.path('other'), test.path('folder'))
    renameSync(test.path('third'), test.path('other'))
  }
  else {
    rmSync(test.path('folder'), { recursive: true })
    test.write('folder/below/file', '1')
  }
  await expect.poll(() => test.heard).toBeGreaterThan(0)
  const look = (): boolean => test.look()
  look()
  // Changes before the watch are reported once.
  await expect.poll(() => test.heard).toBeGreaterThan(1)
  look()
  test.write('folder/file', '2')
  test.write('folder/below/file', '2')
  await expect.poll(() => look()).toBe(true)
  expect(test.ledger.tables.versions.ofPath('folder/file')).toHaveLength(1)
  await expect.poll(() => {
    look()
    return test.before('folder/below/file')
  }).toBe('1')
})
