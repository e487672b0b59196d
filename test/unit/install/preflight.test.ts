import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runPreflight } from '../../../src/main/install/preflight'
import { fitsNodeRange } from '../../../src/main/install/ways/nodeRuntime'
import { findOnPath } from '../../../src/main/system/commandOnPath'
import { temporaryFolder } from '../../support/temporaryFolder'

const findCommand = (command: string) => findOnPath({ command, environment: process.env })
const node = { command: '/node', env: {}, version: '22.4.0' }

it('passes if the command, Node and the folder are right', async () => {
  const folder = temporaryFolder('parley-preflight-')
  const checks = await runPreflight({
    command: process.execPath,
    findCommand,
    node: { found: node, range: '>=22' },
    folder,
  })
  expect(checks.map(({ what, isRight }) => [what, isRight])).toEqual([['command', true], ['node', true], ['folder', true]])
})

it('lists problems, each with its fix', async () => {
  const folder = temporaryFolder('parley-preflight-')
  const checks = await runPreflight({
    command: '/no/such',
    findCommand,
    node: { found: node, range: '>=22.19' },
    folder: join(folder, 'gone'),
  })
  expect(checks).toEqual([
    {
      what: 'command',
      isRight: false,
      finding: '"/no/such" is not a program that can be run.',
      fix: 'Install the agent again, or correct its command.',
    },
    {
      what: 'node',
      isRight: false,
      finding: 'It needs Node >=22.19; Node 22.4.0 is installed.',
      fix: 'Install that Node from https://nodejs.org, then restart Parley.',
    },
    {
      what: 'folder',
      isRight: false,
      finding: `There is no folder "${join(folder, 'gone')}".`,
      fix: 'Choose another folder, or create it.',
    },
  ])
})

it('reports a missing Node, and an outdated one', async () => {
  const [, none] = await runPreflight({ command: process.execPath, findCommand, node: { found: undefined, range: '' } })
  const [, old] = await runPreflight({
    command: process.execPath,
    findCommand,
    node: { found: { ...node, version: '18.0.0' }, range: '' },
  })
  expect([none?.finding, old?.finding]).toEqual([
    'It needs Node 22 or later; no Node is installed.',
    'It needs Node 22 or later; Node 18.0.0 is installed.',
  ])
})

// Root, which may run tests, has all permissions.
it.runIf(process.getuid?.() !== 0)('reports a folder without permission to write', async () => {
  const folder = join(temporaryFolder('parley-preflight-'), 'locked')
  await mkdir(folder)
  await chmod(folder, 0o555)
  const checks = await runPreflight({ command: process.execPath, findCommand, folder })
  expect(checks.at(-1)).toMatchObject({ what: 'folder', isRight: false })
})

it.each([
  ['22.4.0', '>=22', true],
  ['22.4.0', '>=22.19.0', false],
  ['24.1.0', '^20.19.0 || >=22.12.0', true],
  ['21.0.0', '^20.19.0 || >=22.12.0', false],
  ['20.19.1', '^20.19.0 || >=22.12.0', true],
  ['24.0.0', '>=18 <23', false],
  ['22.0.0', '>=18 <23', true],
  ['22.0.0', '22', true],
  ['24.0.0', '22', false],
  ['22.0.0', '*', true],
  ['22.0.0', 'lts/jod', true],
  ['24.0.0', '22.x', false],
  ['22.4.0', '>= 20', true],
  ['24.0.0', '>=18 <=22', false],
  ['22.9.1', '>=18 <=22', true],
  ['20.19.0', '~20.9.0', false],
  ['20.9.4', '~20.9.0', true],
  ['22.0.0', '>22', false],
  ['23.0.0', '>22', true],
  ['23.0.0', '22.4.0', false],
  ['20.5.0', '18 - 20', true],
  ['24.0.0-nightly', '>=24', true],
])('decides whether Node %s satisfies "%s": %s', (version, range, fits) => {
  expect(fitsNodeRange(version, range)).toBe(fits)
})

it('reports a required sign-in, and where to sign in', async () => {
  const checks = await runPreflight({ command: process.execPath, findCommand, needsSignIn: true })
  expect(checks.at(-1)).toEqual({
    what: 'sign-in',
    isRight: false,
    finding: 'It wanted a sign-in when it last ran.',
    fix: 'Start it: the thread shows how to sign in.',
  })
})
