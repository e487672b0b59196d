import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageName } from '../../../src/main/install/ways/npmInstall'
import { collectTree, stillRunning } from '../../../src/main/system/process/processTree'
import { type ArchiveEntry, tarGzOf } from './archives'
import { agent, deadAddress, serve, temporaryFolder, testInstaller } from './testInstaller'

interface TestPackage {
  readonly name: string
  readonly version?: string
  readonly manifest?: Record<string, unknown>
  readonly files?: Record<string, string>
}

const script
  = '#!/usr/bin/env node\n'
    + 'console.log(JSON.stringify({ args: process.argv.slice(2), node: process.versions.node, dependency: require("other") }))\n'
const other: TestPackage = { name: 'other', files: { 'index.js': 'module.exports = "other"\n' } }

/** An npm registry on loopback with these packages. */
async function registry(...packages: TestPackage[]): Promise<{ environment: Record<string, string> }> {
  const routes: Record<string, Buffer | string> = {}
  const url = await serve(routes)
  for (const { name, version = '1.0.0', manifest = {}, files = {} } of packages) {
    const whole = { name, version, ...manifest }
    const entries: ArchiveEntry[] = Object.entries({ 'package.json': JSON.stringify(whole), ...files }).map(([path, content]) => ({
      name: `package/${path}`,
      content,
    }))
    const tarball = tarGzOf(entries)
    const file = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
    routes[file] = tarball
    const dist = { tarball: url + file, integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}` }
    routes[`/${name}`] = JSON.stringify({
      name,
      'dist-tags': { latest: version },
      'versions': { [version]: { ...whole, dist, ...(manifest.scripts ? { hasInstallScript: true } : {}) } },
    })
  }
  return { environment: { npm_config_registry: url } }
}

it('installs a package with what it needs, and starts its very program with a Node of ours', async () => {
  const { environment } = await registry(
    {
      name: '@scope/tiny',
      manifest: { bin: { 'tiny': 'dist/main.js', 'tiny-more': 'dist/more.js' }, dependencies: { other: '1.0.0' } },
      files: { 'dist/main.js': script, 'dist/more.js': '' },
    },
    other,
  )
  const { installer, folder, said, files } = await testInstaller({ environment })
  await installer.install(agent({ npx: { package: '@scope/tiny@1.0.0', args: ['--acp'], env: { TINY: '1' } } }))
  expect(said.at(-1)).toMatchObject({ state: 'done' })
  const installed = installer.installedAgent('tiny')!
  expect(installed).toMatchObject({
    version: '1.0.0',
    command: process.execPath,
    args: [join(folder, 'tiny/1.0.0/node_modules/@scope/tiny/dist/main.js'), '--acp'],
    env: { TINY: '1' },
  })
  expect(JSON.parse(execFileSync(installed.command, installed.args, { encoding: 'utf8' }))).toEqual({
    args: ['--acp'],
    node: process.versions.node,
    dependency: 'other',
  })
  expect(said.map(({ line }) => line)).toContainEqual(expect.stringContaining('added 2 packages'))
  expect((await files()).filter(path => path.includes('cache'))).toEqual([])
})

it('keeps to its own folder, whatever project lies above it', async () => {
  const { environment } = await registry(
    { name: 'tiny', manifest: { bin: 'main.js', dependencies: { other: '1.0.0' } }, files: { 'main.js': script } },
    other,
  )
  const above = await temporaryFolder('parley-above-')
  execFileSync('sh', ['-c', `printf '{"name":"above","workspaces":["*"]}' > package.json && mkdir node_modules`], { cwd: above })
  const { installer, said } = await testInstaller({ environment, folder: join(above, 'agents') })
  await installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  expect(said.at(-1)).toMatchObject({ state: 'done' })
  expect(await readFile(join(above, 'package.json'), 'utf8')).toBe('{"name":"above","workspaces":["*"]}')
  expect(existsSync(join(above, 'node_modules/tiny'))).toBe(false)
  await installer.uninstall('tiny')
  expect(existsSync(join(above, 'agents/tiny'))).toBe(false)
})

it('starts a native program by itself', async () => {
  const { environment } = await registry({
    name: 'tiny',
    manifest: { bin: { tiny: 'bin/tiny.exe' } },
    files: { 'bin/tiny.exe': '#!/bin/sh\necho native' },
  })
  const { installer, folder } = await testInstaller({ environment })
  await installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  const installed = installer.installedAgent('tiny')!
  expect(installed.command).toBe(join(folder, 'tiny/1.0.0/node_modules/tiny/bin/tiny.exe'))
  expect(execFileSync(installed.command, { encoding: 'utf8' })).toBe('native\n')
})

it.each([
  ['without a program', {}, 'has no program'],
  ['with several programs that are called otherwise', { bin: { a: 'main.js', b: 'b.js' } }, 'has no program'],
  ['with a program that it does not have', { bin: 'gone.js' }, 'but does not contain it'],
  ['with a program outside of it', { bin: '../../../../../../../../bin/sh' }, 'but does not contain it'],
  ['that needs a newer Node', { bin: 'main.js', engines: { node: '>=99.1' } }, 'needs Node >=99.1; the Node found here is'],
])('refuses a package %s', async (_what, manifest, message) => {
  const { environment } = await registry({ name: 'tiny', manifest, files: { 'main.js': script, 'b.js': '' } })
  const { installer, said, files } = await testInstaller({ environment })
  await installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  expect(await files()).toEqual([])
})

it('says whether the registry lacks the package, refuses access or cannot be reached', async () => {
  const { environment } = await registry(other)
  const absent = await testInstaller({ environment })
  await absent.installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  expect(absent.said.at(-1)?.message).toMatch(/does not have this file \(404\); the version may have been withdrawn/)
  await absent.installer.install(agent({ npx: { package: 'other@7.0.0' } }))
  expect(absent.said.at(-1)?.message).toContain('does not have this version')

  const refusing = await testInstaller({ environment: { npm_config_registry: await serve({ '/tiny': 403 }) } })
  await refusing.installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  expect(refusing.said.at(-1)?.message).toMatch(/refuses access \(403\).*sign in/)

  const offline = await testInstaller({ environment: { npm_config_registry: await deadAddress() } })
  await offline.installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  expect(offline.said.at(-1)?.message).toMatch(/cannot be reached \(ECONNREFUSED\).*proxy or VPN/)
  expect(await offline.files()).toEqual([])
})

it('says that npm is missing, and where it comes from', async () => {
  const { installer, said } = await testInstaller({ findCommand: () => undefined })
  await installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  // A Node that has its npm beside it needs none on PATH.
  expect(said.at(-1)?.message).toMatch(/"npm" was not found\. It comes with Node|cannot be reached|does not have this/)
})

it('ends npm with all that it started when it is cancelled', async () => {
  const { environment } = await registry({
    name: 'tiny',
    manifest: { bin: 'main.js', scripts: { install: 'node wait.js' } },
    files: {
      'main.js': script,
      'wait.js': 'require("fs").writeFileSync(process.env.PID_FILE, String(process.pid)); setInterval(() => {}, 1000)',
    },
  })
  const pidFile = join(await temporaryFolder('parley-pid-'), 'pid')
  const { installer, said, files } = await testInstaller({
    environment: { ...environment, PID_FILE: pidFile, npm_config_ignore_scripts: 'false' },
  })
  const end = installer.install(agent({ npx: { package: 'tiny@1.0.0' } }))
  const ran = await Promise.race([
    end.then(() => false),
    expect
      .poll(() => existsSync(pidFile), { timeout: 15_000 })
      .toBe(true)
      .then(() => true),
  ])
  // An npm that runs no scripts unasked has nothing to cancel.
  if (ran) {
    const script = await collectTree(Number(await readFile(pidFile, 'utf8')))
    expect(await stillRunning(script)).not.toEqual([])
    await installer.cancel('tiny')
    expect(await stillRunning(script)).toEqual([])
    expect(said.at(-1)).toMatchObject({ state: 'cancelled' })
    expect(await files()).toEqual([])
  }
  await end
})

it.each([
  '--global',
  '-g',
  'git+https://x.org/a.git',
  'file:../a',
  '../a',
  '/a',
  'user/repo',
  'a b',
  'https://x.org/a.tgz',
  'a@npm:b@1',
  '',
])('takes "%s" for no package', (wanted) => {
  expect(() => packageName(wanted)).toThrow('is not the name of an npm package')
})

it('knows a package\'s name with and without a version', () => {
  expect(['a', 'a@1.2.3', '@s/a', '@s/a@1.2.3-beta.1+x', 'a@latest'].map(packageName)).toEqual(['a', 'a', '@s/a', '@s/a', 'a'])
})
