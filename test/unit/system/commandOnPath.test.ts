import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findOnPath, listCommandCandidates } from '../../../src/main/system/commandOnPath'

function makeFolder(files: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-path-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), mode)
  }
  return folder
}

it('finds the first executable file on PATH, not a folder or an ordinary file', () => {
  const first = makeFolder({ agent: 0o644 })
  const second = makeFolder({})
  mkdirSync(join(second, 'agent'))
  const third = makeFolder({ agent: 0o755 })
  const environment = { PATH: [first, second, '/nowhere', third].join(':') }
  expect(findOnPath({ command: 'agent', environment })).toBe(join(third, 'agent'))
  expect(findOnPath({ command: 'other', environment })).toBeUndefined()
})

it('resolves an absolute path and ~', () => {
  const home = makeFolder({ agent: 0o755 })
  expect(findOnPath({ command: join(home, 'agent'), environment: {} })).toBe(join(home, 'agent'))
  expect(findOnPath({ command: '~/agent', environment: { HOME: home } })).toBe(join(home, 'agent'))
  expect(findOnPath({ command: '~/other', environment: { HOME: home } })).toBeUndefined()
})

it('never finds relative paths, nor programs in relative PATH entries', () => {
  expect(findOnPath({ command: './node', environment: { PATH: 'node_modules/.bin' } })).toBeUndefined()
  expect(findOnPath({ command: 'node_modules/.bin/vitest', environment: { PATH: '/' } })).toBeUndefined()
  expect(findOnPath({ command: 'vitest', environment: { PATH: 'node_modules/.bin::.' } })).toBeUndefined()
})

it('resolves relative paths against the working folder, if known', () => {
  const environment = { PATH: '/usr/bin::tools' }
  expect(listCommandCandidates({ command: 'make', environment, cwd: '/work', platform: 'linux' })).toEqual([
    '/usr/bin/make',
    '/work/make',
    '/work/tools/make',
  ])
  expect(
    listCommandCandidates({ command: './make', environment, cwd: '/work', platform: 'linux' }),
  ).toEqual(['/work/make'])
  expect(
    listCommandCandidates({ command: '/bin/make', environment, cwd: '/work', platform: 'linux' }),
  ).toEqual(['/bin/make'])
  expect(listCommandCandidates({ command: './make', environment, platform: 'linux' })).toEqual([])
})
