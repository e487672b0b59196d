import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { changesRepository } from '../../../src/main/workspace/gitShape'

let root: string
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'parley-shape-')))
  for (const folder of ['bare/objects', 'bare/refs', 'half/objects', 'half/refs', 'linked', 'src/config', 'src/hooks', 'src/refs'])
    await mkdir(join(root, folder), { recursive: true })
  for (const file of ['bare/HEAD', 'linked/commondir', 'src/HEAD', 'file'])
    await writeFile(join(root, file), '')
  await symlink('nowhere', join(root, 'half/config'))
  return () => rm(root, { recursive: true })
})

async function judge(names: readonly string[]): Promise<string[]> {
  const judged = await Promise.all(names.map(name => changesRepository(join(root, name))))
  return names.filter((_, index) => judged[index])
}

it('detects writes that turn a folder into a repository', async () => {
  const names = ['half/HEAD', 'half/head', 'linked/HEAD', 'bare/commondir']
  expect(await judge(names)).toEqual(names)
})

it('detects writes that change what a repository with an unusual name runs', async () => {
  const names = [
    'bare/config',
    'bare/CONFIG',
    'bare/config.worktree',
    'bare/gitdir',
    'bare/hooks/post-checkout',
    'bare/info/attributes',
    'bare/refs/heads/main',
    'bare/worktrees/w/commondir',
    'bare/HEAD',
  ]
  expect(await judge(names)).toEqual(names)
})

it('ignores ordinary files with such names, and worktrees in a bare repository', async () => {
  expect(await judge(['src/config/x', 'src/hooks/useX.ts', 'refs/x', 'HEAD', 'config', 'half/config', 'bare/main/src/app.ts', 'file/HEAD']))
    .toEqual([])
})

it('treats unreadable entries as existing', async () => {
  expect(await changesRepository(join(root, `${'x'.repeat(300)}/config`))).toBe(true)
})
