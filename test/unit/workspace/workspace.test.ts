import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../../../src/main/workspace/workspace'
import { folders } from './folders'

const escape = { kind: 'refused', error: { message: 'File access denied: path outside workspace' } }

describe('the workspace guard', () => {
  it('allows paths within the workspace', async () => {
    const { root, workspace } = await folders()
    await writeFile(join(root, 'a.txt'), '')
    for (const name of ['a.txt', 'new.txt', 'new/deep/file.txt', './a.txt', 'x/../a.txt', 'a b.txt', '..a', 'a..b', '...', 'ä/日本.txt'])
      expect(await workspace.locate(`${root}/${name}`), name).toMatchObject({ kind: 'inside' })
    expect(await workspace.locate(root)).toMatchObject({ kind: 'inside', realPath: root })
    expect(await workspace.locate(`/${root}//a.txt`)).toMatchObject({ kind: 'inside', realPath: join(root, 'a.txt') })
  })

  it('rejects ".." that leaves the workspace, without asking', async () => {
    const { root, outside, workspace } = await folders()
    await writeFile(join(outside, 'secret'), 'secret')
    for (const path of [
      '../outside/secret',
      '../x',
      '../../../../../../etc/passwd',
      'a/../../x',
      '..%2foutside/../../x',
      '%2e%2e/outside/secret',
      '.%2E/x',
      '..\\outside\\secret',
      'a\\..\\..\\x',
      '../ws-evil/x',
    ])
      expect(await workspace.locate(`${root}/${path}`), path).toMatchObject(escape)
    expect(await workspace.locate(`${outside}/x/../secret`)).toMatchObject(escape)
  })

  it('resolves deeply nested missing paths fast', async () => {
    const { root, outside, workspace } = await folders()
    for (const [folder, kind] of [[root, 'inside'], [outside, 'outside']] as const) {
      const paths = Array.from({ length: 200 }, (_, index) => `${folder}/${'d/'.repeat(500)}${index}`)
      const places = await Promise.all(paths.map(path => workspace.locate(path)))
      expect(places.map(place => place.kind === 'refused' ? place : place.realPath)).toEqual(paths)
      expect(new Set(places.map(place => place.kind))).toEqual(new Set([kind]))
    }
  })

  it('lets the person decide about absolute paths outside', async () => {
    const { root, outside, workspace } = await folders()
    for (const path of ['/etc/passwd', join(outside, 'x'), `${root}-evil/x`, `${root}x`])
      expect(await workspace.locate(path), path).toMatchObject({ kind: 'outside', path })
  })

  it('rejects anything but an absolute path to a file', async () => {
    const { root, workspace } = await folders()
    const paths = [
      '',
      'a.txt',
      './a.txt',
      '../a',
      '~',
      '~/a',
      '$HOME/a',
      'file:///etc/passwd',
      `file://${root}/a`,
      `${root}/a\0b`,
      `${root}/\uD800`,
      `${root}/${'x/'.repeat(2048)}y`,
      `${root}/${'x'.repeat(256)}`,
      `${root}/`,
      `${root}/a/`,
      `${root}/.`,
      '/',
      '//',
      '/.',
    ]
    for (const path of paths)
      expect(await workspace.locate(path), path).toMatchObject({ kind: 'refused', error: { kind: 'invalid' } })
  })

  it('accepts a folder with a trailing slash', async () => {
    const { root, outside, workspace } = await folders()
    expect(await workspace.locateFolder(`${root}/`)).toMatchObject({ kind: 'inside', realPath: root })
    expect(await workspace.locateFolder(`${root}/sub/.`)).toMatchObject({ kind: 'inside', realPath: join(root, 'sub') })
    expect(await workspace.locateFolder(`${outside}/`)).toMatchObject({ kind: 'outside', realPath: outside })
    expect(await workspace.locateFolder(`${root}/..`)).toMatchObject(escape)
  })

  it('rejects a path that leaves the workspace through a link, without asking', async () => {
    const { root, outside, workspace } = await folders()
    await writeFile(join(outside, 'secret'), 'secret')
    await symlink(join(outside, 'secret'), join(root, 'file'))
    await symlink(outside, join(root, 'folder'))
    await symlink('../outside', join(root, 'relative'))
    await symlink('folder', join(root, 'chain'))
    for (const path of ['file', 'folder', 'folder/secret', 'folder/new', 'relative/secret', 'chain/secret', 'chain/a/b/c'])
      expect(await workspace.locate(join(root, path)), path).toMatchObject(escape)
  })

  it('rejects dangling and circular links', async () => {
    const { root, outside, workspace } = await folders()
    await symlink(join(outside, 'missing'), join(root, 'dangling'))
    await symlink(join(root, 'missing'), join(root, 'danglingInside'))
    await symlink('circle', join(root, 'circle'))
    for (const path of ['dangling', 'dangling/x', 'danglingInside', 'circle', 'circle/x'])
      expect(await workspace.locate(join(root, path)), path).toMatchObject(escape)
  })

  it('follows a link that stays inside', async () => {
    const { root, workspace } = await folders()
    await mkdir(join(root, 'real'))
    await symlink('real', join(root, 'link'))
    expect(await workspace.locate(join(root, 'link/x'))).toMatchObject({
      kind: 'inside',
      realPath: join(root, 'real/x'),
      relativePaths: ['link/x', 'real/x'],
    })
  })

  it('recognizes the workspace under another path, and still detects links that leave it', async () => {
    const { top, root, outside, workspace } = await folders()
    await symlink(root, join(top, 'alias'))
    await symlink(outside, join(root, 'out'))
    expect(await workspace.locate(join(top, 'alias/x'))).toMatchObject({ kind: 'inside', realPath: join(root, 'x') })
    expect(await workspace.locate(join(top, 'alias/out/x'))).toMatchObject(escape)

    const throughAlias = await Workspace.open([join(top, 'alias')])
    expect(await throughAlias.locate(join(top, 'alias/x'))).toMatchObject({ kind: 'inside' })
    expect(await throughAlias.locate(join(root, 'x'))).toMatchObject({ kind: 'inside' })
  })

  it('returns the real path of an ordinary outside path', async () => {
    const { top, outside, workspace } = await folders()
    await symlink(outside, join(top, 'elsewhere'))
    expect(await workspace.locate(join(top, 'elsewhere/x'))).toMatchObject({
      kind: 'outside',
      path: join(top, 'elsewhere/x'),
      realPath: join(outside, 'x'),
    })
  })

  it.runIf(process.platform === 'linux')('rejects kernel file systems, which would expose Parley itself', async () => {
    const { root, workspace } = await folders()
    await symlink('/proc/self/environ', join(root, 'environ'))
    for (const path of [
      '/proc/self/environ',
      `/proc/${process.ppid}/environ`,
      '/proc/self/root/etc/passwd',
      `/proc/self/root${root}/x`,
      '/dev/fd/0',
      '/dev/zero',
      '/sys/kernel/x',
      join(root, 'environ'),
    ])
      expect(await workspace.locate(path), path).toMatchObject(escape)
    const everything = await Workspace.open(['/'])
    expect(await everything.locate('/proc/self/environ')).toMatchObject(escape)
    expect(await everything.locate(join(root, 'x'))).toMatchObject({ kind: 'inside' })
  })

  it('covers several folders, but nothing between them', async () => {
    const { top, root, outside } = await folders()
    const workspace = await Workspace.open([root, outside])
    await symlink(outside, join(root, 'toOther'))
    expect(await workspace.locate(join(outside, 'x'))).toMatchObject({ kind: 'inside' })
    expect(await workspace.locate(join(root, 'toOther/x'))).toMatchObject({ kind: 'inside' })
    expect(await workspace.locate(join(top, 'x'))).toMatchObject({ kind: 'outside' })
  })

  it('rejects everything, with the reason, if its folder is missing or was replaced', async () => {
    const { top, root, outside, workspace } = await folders()
    const gone = { kind: 'refused', error: { message: `File access denied: the thread's folder is not there any more: ${root}` } }
    await rename(root, join(top, 'moved'))
    expect(await workspace.locate(join(root, 'x'))).toMatchObject(gone)
    expect(await workspace.locateFolder(root)).toMatchObject(gone)
    await mkdir(root)
    expect(await workspace.locate(join(root, 'x'))).toMatchObject(gone)
    await rm(root, { recursive: true })
    await symlink(outside, root)
    expect(await workspace.locate(join(root, 'x'))).toMatchObject(gone)
  })

  it('opens only existing folders', async () => {
    const { root } = await folders()
    await writeFile(join(root, 'file'), '')
    await expect(Workspace.open([join(root, 'missing')])).rejects.toMatchObject({ code: 'folder_not_found' })
    await expect(Workspace.open([join(root, 'file')])).rejects.toMatchObject({ code: 'folder_not_found' })
  })
})
