import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainNpmFailure, findPackageProgram, parsePackageName } from '../../../src/main/install/ways/npmInstall'
import { collectTree, filterRunning } from '../../../src/main/system/process/processTree'
import { temporaryFolder } from '../../support/temporaryFolder'
import { other, serveRegistry } from './npmRegistry'
import { makeAgent, openTestInstaller } from './testInstaller'

const script
  = '#!/usr/bin/env node\n'
    + 'console.log(JSON.stringify({ args: process.argv.slice(2), node: process.versions.node, dependency: require("other") }))\n'

it('installs a package with its dependencies, and starts its program with the selected Node', async () => {
  const { environment } = await serveRegistry(
    {
      name: '@scope/tiny',
      manifest: { bin: { 'tiny': 'dist/main.js', 'tiny-more': 'dist/more.js' }, dependencies: { other: '1.0.0' } },
      files: { 'dist/main.js': script, 'dist/more.js': '' },
    },
    other,
  )
  const { installer, folder, said, files } = await openTestInstaller({ environment })
  await installer.install(makeAgent({ npx: { package: '@scope/tiny@1.0.0', args: ['--acp'], env: { TINY: '1' } } }))
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

it('writes only to the agents\' folder, even inside another project', async () => {
  const { environment } = await serveRegistry(
    { name: 'tiny', manifest: { bin: 'main.js', dependencies: { other: '1.0.0' } }, files: { 'main.js': script } },
    other,
  )
  const above = temporaryFolder('parley-above-')
  execFileSync('sh', ['-c', `printf '{"name":"above","workspaces":["*"]}' > package.json && mkdir node_modules`], { cwd: above })
  const { installer, said } = await openTestInstaller({ environment, folder: join(above, 'agents') })
  await installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(said.at(-1)).toMatchObject({ state: 'done' })
  expect(await readFile(join(above, 'package.json'), 'utf8')).toBe('{"name":"above","workspaces":["*"]}')
  expect(existsSync(join(above, 'node_modules/tiny'))).toBe(false)
  await installer.uninstall('tiny')
  expect(existsSync(join(above, 'agents/tiny'))).toBe(false)
})

it.each([
  ['has no program', { bin: { a: 'main.js', b: 'b.js' } }, 'has no program'],
  ['needs a newer Node', { bin: 'main.js', engines: { node: '>=99.1' } }, 'needs Node >=99.1; the Node found here is'],
])('rejects a package that %s, and removes it', async (_what, manifest, message) => {
  const { environment } = await serveRegistry({ name: 'tiny', manifest, files: { 'main.js': script, 'b.js': '' } })
  const { installer, said, files } = await openTestInstaller({ environment })
  await installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  expect(await files()).toEqual([])
})

describe('the program of a package', () => {
  async function findProgram(manifest: Record<string, unknown>): Promise<unknown> {
    const folder = temporaryFolder('parley-package-')
    await mkdir(join(folder, 'node_modules/tiny/bin'), { recursive: true })
    await writeFile(join(folder, 'node_modules/tiny/package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'node_modules/tiny/main.js'), script)
    await writeFile(join(folder, 'node_modules/tiny/bin/tiny.exe'), '#!/bin/sh\necho native')
    return findPackageProgram(folder, 'tiny')
  }

  it('is its only program, or the one named like the package', async () => {
    expect(await findProgram({ bin: 'main.js' })).toMatchObject({ file: 'node_modules/tiny/main.js', runner: 'node' })
    expect(await findProgram({ bin: { any: 'main.js' } })).toMatchObject({ file: 'node_modules/tiny/main.js' })
    const named = await findProgram({ bin: { other: 'b.js', tiny: 'main.js' } })
    expect(named).toMatchObject({ file: 'node_modules/tiny/main.js' })
  })

  it('starts directly if it is native', async () => {
    const native = await findProgram({ bin: { tiny: 'bin/tiny.exe' } })
    expect(native).toMatchObject({ file: 'node_modules/tiny/bin/tiny.exe', runner: 'program' })
  })

  it.each([
    ['the package has no program', {}, 'has no program'],
    ['the package has several programs with other names', { bin: { a: 'main.js', b: 'b.js' } }, 'has no program'],
    ['it is not in the package', { bin: 'gone.js' }, 'but does not contain it'],
    ['it lies outside of the package', { bin: '../../../../../../../../bin/sh' }, 'but does not contain it'],
  ])('is rejected if %s', async (_what, manifest, message) => {
    await expect(findProgram(manifest)).rejects.toThrow(message)
  })
})

it('reports a package that is missing in the registry', async () => {
  const { environment } = await serveRegistry(other)
  const { installer, said } = await openTestInstaller({ environment })
  await installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  expect(said.at(-1)?.message).toMatch(/does not have this file \(404\); the version may have been withdrawn/)
})

// npm's real output is tested in npmInstall.slow.test.ts.
it.each([
  ['ETARGET', 'npm error code ETARGET\nnpm error notarget No matching version found for other@7.0.0.', 'does not have this version'],
  ['E403', 'npm error code E403\nnpm error 403 403 Forbidden - GET http://127.0.0.1:1/tiny', /refuses access \(403\).*sign in/],
  [
    'ECONNREFUSED',
    'npm error code ECONNREFUSED\nnpm error network request to http://127.0.0.1:1/tiny failed, reason: connect ECONNREFUSED',
    /^127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\).*proxy or VPN/,
  ],
])('explains npm\'s error %s', (_code, output, message) => {
  expect(explainNpmFailure(output).message).toMatch(message)
})

it('reports missing npm, and where to get it', async () => {
  const { installer, said } = await openTestInstaller({ findCommand: () => undefined })
  await installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  // A Node with its own npm needs none on PATH.
  expect(said.at(-1)?.message).toMatch(/"npm" was not found\. It comes with Node|cannot be reached|does not have this/)
})

it('kills npm and its descendants when the installation is cancelled', async () => {
  const { environment } = await serveRegistry({
    name: 'tiny',
    manifest: { bin: 'main.js', scripts: { install: 'node wait.js' } },
    files: {
      'main.js': script,
      'wait.js': 'require("fs").writeFileSync(process.env.PID_FILE, String(process.pid)); setInterval(() => {}, 1000)',
    },
  })
  const pidFile = join(temporaryFolder('parley-pid-'), 'pid')
  const { installer, said, files } = await openTestInstaller({
    environment: { ...environment, PID_FILE: pidFile, npm_config_ignore_scripts: 'false' },
  })
  const end = installer.install(makeAgent({ npx: { package: 'tiny@1.0.0' } }))
  const ran = await Promise.race([
    end.then(() => false),
    expect
      .poll(() => existsSync(pidFile), { timeout: 15_000 })
      .toBe(true)
      .then(() => true),
  ])
  // An npm that runs no scripts unasked has nothing to cancel.
  if (ran) {
    const script = await collectTree({ pid: Number(await readFile(pidFile, 'utf8')) })
    expect(await filterRunning(script)).not.toEqual([])
    await installer.cancel('tiny')
    expect(await filterRunning(script)).toEqual([])
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
])('rejects "%s" as a package', (wanted) => {
  expect(() => parsePackageName(wanted)).toThrow('is not the name of an npm package')
})

it('parses a package\'s name with and without a version', () => {
  expect(
    ['a', 'a@1.2.3', '@s/a', '@s/a@1.2.3-beta.1+x', 'a@latest'].map(parsePackageName),
  ).toEqual(['a', 'a', '@s/a', '@s/a', 'a'])
})
