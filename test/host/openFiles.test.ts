import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { standInEditor } from '../support/standInEditor'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost } from '../support/testHost'

it('finds only regular files in the thread\'s folders', async () => {
  const host = await testHost()
  const also = temporaryFolder('parley-also-')
  const outside = temporaryFolder('parley-outside-')
  const { client, workspace } = host
  const real = realpathSync(workspace)
  mkdirSync(join(workspace, 'src'))
  writeFileSync(join(workspace, 'src/app.ts'), 'text\n')
  writeFileSync(join(also, 'other.md'), '')
  writeFileSync(join(outside, 'secret'), '')
  symlinkSync(join(workspace, 'src/app.ts'), join(workspace, 'within.ts'))
  symlinkSync(join(outside, 'secret'), join(workspace, 'leads-out'))
  symlinkSync(outside, join(workspace, 'folder-out'))
  execFileSync('mkfifo', [join(workspace, 'pipe')])
  const { threadId } = await host.startThread('Demo agent', { additionalFolders: [also] })
  const find = (...paths: string[]) => client.findPaths({ threadId, paths })

  const app = join(real, 'src/app.ts')
  expect(await find('src/app.ts', join(workspace, 'src/app.ts'), './src/../src/app.ts', 'within.ts')).toEqual([app, app, app, app])
  expect(await find(join(also, 'other.md'))).toEqual([join(realpathSync(also), 'other.md')])
  const nothing = [
    'src',
    'src/',
    'nowhere',
    'leads-out',
    'folder-out/secret',
    'pipe',
    '../secret',
    join(outside, 'secret'),
    '/etc/passwd',
    '/dev/null',
    `/${workspace}/src/app.ts`, // with two slashes: another machine's, on some systems
    '\\\\server\\share\\x',
    '//server/share/x',
    'src/%2e%2e/src/app.ts',
    'src/app.ts\0',
  ]
  expect(await find(...nothing)).toEqual(nothing.map(() => null))
  await expect(find(...Array.from({ length: 201 }, () => 'a'))).rejects.toMatchObject({ code: 'invalid_params' })
})

it('opens a file in the chosen editor without a shell, and checks its path again', async () => {
  const programs = temporaryFolder('parley-programs-')
  const editor = standInEditor(programs, 'code')
  const host = await testHost({ programs, shell: 'desktop' })
  const { client, workspace, dataFolder } = host
  const file = join(realpathSync(workspace), 'a $(touch x); b.ts')
  writeFileSync(file, 'text\n')
  const { threadId } = await host.startThread()
  const open = (path: string, at: { line?: number, column?: number } = {}) => client.openInEditor({ threadId, path, ...at })

  expect(await open(file)).toBe('no_choice')
  expect(editor.starts()).toEqual([])
  expect(await client.editors({ threadId })).toMatchObject({ canOpen: true, found: [{ id: 'vscode', name: 'VS Code' }] })
  await client.chooseEditor({ id: 'vscode' })
  expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).toContain('"editor": "vscode"')
  expect((await client.editors({})).chosen).toEqual({ id: 'vscode', name: 'VS Code' })

  expect(await open(file)).toBe('opened')
  expect(await open('a $(touch x); b.ts', { line: 3, column: 2 })).toBe('opened')
  const where = { folder: realpathSync(homedir()), ownVariables: '0' }
  expect(editor.starts()).toEqual([{ ...where, args: [file] }, { ...where, args: ['--goto', `${file}:3:2`] }])

  await client.chooseEditor({})
  expect(readFileSync(join(dataFolder, 'settings.json'), 'utf8')).not.toContain('editor')
  expect([(await client.editors({})).chosen, await open(file)]).toEqual([undefined, 'no_choice'])
  await client.chooseEditor({ id: 'vscode' })

  rmSync(file)
  symlinkSync('/etc/passwd', file)
  await expect(open(file)).rejects.toMatchObject({ code: 'not_found' })
  rmSync(file)
  execFileSync('mkfifo', [file])
  await expect(open(file)).rejects.toMatchObject({ code: 'not_found' })
  await expect(open(workspace)).rejects.toMatchObject({ code: 'not_found' })
  await expect(open('/etc/passwd')).rejects.toMatchObject({ code: 'not_found' })
  await expect(client.revealPath({ threadId, path: '/etc/passwd' })).rejects.toMatchObject({ code: 'not_found' })
  writeFileSync(join(workspace, 'app:3'), '')
  await expect(open('app:3')).rejects.toMatchObject({ code: 'unsupported' })
  expect(editor.starts()).toHaveLength(2)
})

it('neither offers nor starts an editor in the thread\'s folder, and reports one that does not start', async () => {
  const workspace = temporaryFolder('parley-workspace-')
  const planted = standInEditor(workspace, 'code')
  const host = await testHost({ programs: workspace, workspace, shell: 'desktop' })
  const { client } = host
  writeFileSync(join(workspace, 'app.ts'), '')
  const { threadId } = await host.startThread()
  const open = () => client.openInEditor({ threadId, path: 'app.ts' })

  expect((await client.editors({ threadId })).found.map(({ id }) => id)).not.toContain('vscode')
  await client.chooseEditor({ id: 'vscode' })
  await expect(open()).rejects.toThrow('VS Code was not found outside this thread\'s folders')
  expect(planted.starts()).toEqual([])

  const settings = join(host.dataFolder, 'settings.json')
  const changed = host.next('settingsChanged')
  writeFileSync(settings, JSON.stringify({ editor: { command: '/bin/false', args: ['{path}'] } }))
  await changed
  await expect(open()).rejects.toThrow('“false” ended at once (exit code 1)')
})
