import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { FolderWatch } from '../../../src/main/changes/see/folderWatch'
import { knownFolder } from '../../../src/main/changes/see/knownFolder'
import { temporaryFolder } from '../../support/testHost'

it('hears in which folder something changed, once for many changes', async () => {
  const root = await temporaryFolder('parley-watch-')
  mkdirSync(join(root, 'below'))
  let times = 0
  const watch = new FolderWatch(() => times++)
  onTestFinished(() => watch.close())
  watch.follow(knownFolder('', root, { takesNew: true }))
  watch.follow(knownFolder('below', join(root, 'below'), { takesNew: true }))
  for (let file = 0; file < 20; file++)
    writeFileSync(join(root, 'below', `${file}`), 'x')
  await vi.waitFor(() => expect(times).toBe(1))
  expect([...watch.take()]).toEqual(['below'])
  expect([...watch.take()]).toEqual([])
})
