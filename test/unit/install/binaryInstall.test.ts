import type { BinaryDistribution } from '../../../src/shared/settings/installing'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { type ArchiveEntry, createTarBz2, createTarGz, createZip } from './archives'
import { findDeadAddress, makeAgent, openTestInstaller, platform, serve } from './testInstaller'

const program: ArchiveEntry = { name: 'bin/tiny', content: '#!/bin/sh\necho tiny "$@"\n', mode: 0o755 }
const entries: ArchiveEntry[] = [
  { name: 'bin/', kind: 'folder' },
  program,
  { name: 'data.txt', content: 'data' },
  { name: 'latest', kind: 'link', link: 'bin/tiny' },
]

function makeBinary(build: BinaryDistribution, version?: string) {
  return makeAgent({ binary: { [platform]: build } }, version)
}

function readOutput({ command, args }: { command: string, args: readonly string[] }): string {
  return execFileSync(command, [...args], { encoding: 'utf8' })
}

it.each([
  ['a.tar.gz', createTarGz(entries)],
  ['a.tgz', createTarGz(entries)],
  ['a.tar.bz2', createTarBz2(entries)],
  ['a.zip', createZip(entries.slice(1))],
])('installs a program from %s', async (name, archive) => {
  const { installer, folder, said } = await openTestInstaller()
  const url = await serve({ [`/${name}`]: archive })
  await installer.install(makeBinary({ archive: `${url}/${name}`, cmd: './latest', args: ['acp'], env: { TINY: '1' } }))
  expect(said.at(-1)).toMatchObject({ agentId: 'tiny', state: 'done' })
  const installed = installer.installedAgent('tiny')!
  expect(installed).toEqual({ version: '1.0.0', command: join(folder, 'tiny/1.0.0/latest'), args: ['acp'], env: { TINY: '1' } })
  expect(readOutput(installed)).toBe('tiny acp\n')
})

it('installs a single program under its name in the registry, and makes it executable', async () => {
  const { installer } = await openTestInstaller()
  const url = await serve({ '/tiny-linux': program.content! })
  await installer.install(makeBinary({ archive: `${url}/tiny-linux`, cmd: 'deep/tiny' }))
  expect(readOutput(installer.installedAgent('tiny')!)).toBe('tiny\n')
})

it('reports the progress of a download', async () => {
  const { installer, said } = await openTestInstaller()
  const url = await serve({ '/tiny': (response) => {
    response.writeHead(200, { 'content-length': 2_000_000 }).write(Buffer.alloc(1_000_000))
    setTimeout(() => response.end(Buffer.alloc(1_000_000)), 250)
  } })
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny' }))
  expect(said).toContainEqual({ agentId: 'tiny', state: 'running', line: 'Downloading tiny: 1.0 MB of 2.0 MB', fraction: 0.5 })
})

it('accepts a file with the listed checksum, and rejects any other', async () => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ '/tiny': 'right' })
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny', sha256: hash('wrong') }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('is not the file that the registry lists') })
  expect(await files()).toEqual([])
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny', sha256: hash('right').toUpperCase() }))
  expect(said.at(-1)?.state).toBe('done')
})

const evil: Record<string, ArchiveEntry[]> = {
  'a name that leaves the folder': [{ name: '../outside', content: 'x' }],
  'a name that leaves the folder halfway': [{ name: 'a/../../outside', content: 'x' }],
  'an absolute name': [{ name: '/tmp/outside', content: 'x' }],
  'a Windows name that leaves the folder': [{ name: '..\\outside', content: 'x' }],
  'a link to an absolute path': [{ name: 'out', kind: 'link', link: '/etc' }],
  'a link that leaves the folder': [{ name: 'out', kind: 'link', link: '../../..' }],
  'a link through a link': [
    { name: 'a/b/in', kind: 'link', link: '../..' },
    { name: 'out', kind: 'link', link: 'a/b/in/../..' },
  ],
  'a file through a link': [{ name: 'out', kind: 'link', link: '../..' }, { name: 'out/outside', content: 'x' }],
  'a dead link': [{ name: 'out', kind: 'link', link: 'nothing' }],
}
for (const [what, hostile] of Object.entries(evil)) {
  it.each([['tar.gz', createTarGz], ['zip', createZip]])(`rejects ${what} (%s)`, async (ending, pack) => {
    const { installer, folder, said, files } = await openTestInstaller()
    const url = await serve({ [`/a.${ending}`]: pack([program, ...hostile]) })
    await installer.install(makeBinary({ archive: `${url}/a.${ending}`, cmd: 'bin/tiny' }))
    expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('not safe') })
    expect(await files()).toEqual([])
    expect(existsSync(join(dirname(folder), 'outside'))).toBe(false)
    expect(installer.installedAgent('tiny')).toBeUndefined()
  })
}

it.each([
  ['a hard link that leaves the folder', { name: 'out', kind: 'hard link', link: '../../../etc/passwd' }],
  ['a pipe', { name: 'pipe', kind: 'fifo' }],
] as [string, ArchiveEntry][])('rejects %s', async (_what, hostile) => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ '/a.tgz': createTarGz([program, hostile]) })
  await installer.install(makeBinary({ archive: `${url}/a.tgz`, cmd: 'bin/tiny' }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('not safe') })
  expect(await files()).toEqual([])
})

it.each(['../tiny', '/bin/sh', 'a/../../tiny', '..\\tiny', 'C:\\tiny', '.', ''])('rejects "%s" as a program', async (cmd) => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ '/a.tgz': createTarGz([program]) })
  await installer.install(makeBinary({ archive: `${url}/a.tgz`, cmd }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('not in the agent\'s folder') })
  expect(await files()).toEqual([])
})

it.each([
  ['a damaged archive', '/a.tgz', createTarGz([program]).subarray(0, 60), 'Try again'],
  ['a file that is not an archive', '/a.zip', 'hello', 'damaged'],
  ['an archive without the program', '/a.tgz', createTarGz([{ name: 'other' }]), 'does not contain the program'],
  ['a withdrawn version', '/a.tgz', 404, 'may have been withdrawn'],
  ['a refused download', '/a.tgz', 403, 'refuses access'],
  ['a failing server', '/a.tgz', 500, 'status 500'],
])('explains what is wrong with %s', async (_what, path, route, message) => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ [path]: route })
  await installer.install(makeBinary({ archive: url + path, cmd: 'bin/tiny' }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining(message) })
  expect(await files()).toEqual([])
  expect(installer.progress).toEqual([said.at(-1)])
})

it('reports an unreachable server, and what to check', async () => {
  const { installer, said } = await openTestInstaller()
  await installer.install(makeBinary({ archive: `${await findDeadAddress()}/a.tgz`, cmd: 'tiny' }))
  expect(said.at(-1)).toMatchObject({
    state: 'failed',
    message: expect.stringMatching(/127\.0\.0\.1:\d+ cannot be reached .*Check the internet connection/),
  })
})

it('never downloads over an insecure connection', async () => {
  const { installer, said } = await openTestInstaller()
  await installer.install(makeBinary({ archive: 'http://example.com/a.tgz', cmd: 'tiny' }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('https://') })
})

it('rejects an unsupported archive format, and a platform without a build', async () => {
  const { installer, said } = await openTestInstaller()
  await installer.install(makeBinary({ archive: 'https://example.com/a.tar.xz', cmd: 'tiny' }))
  expect(said.at(-1)?.message).toContain('cannot unpack ".tar.xz"')
  const forMac = { 'darwin-aarch64': { archive: 'https://example.com/a.zip', cmd: 'tiny' } }
  await installer.install(makeAgent({ binary: forMac }))
  expect(said.at(-1)?.message).toBe('There is no build of Tiny for linux-x86_64. Ask its makers for one, or pick another agent.')
})

it('removes a cancelled download', async () => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ '/tiny': response => void response.writeHead(200, { 'content-length': 1_000_000 }).write(Buffer.alloc(1000)) })
  const end = installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny' }))
  await expect.poll(() => installer.progress[0]?.fraction).toBeGreaterThan(0)
  await installer.cancel('tiny')
  await end
  expect(said.at(-1)).toMatchObject({ state: 'cancelled' })
  expect(await files()).toEqual([])
  expect(installer.progress).toEqual([])
})

it('aborts a download without progress', async () => {
  const { installer, said, files } = await openTestInstaller({ deadlineMs: 300 })
  const url = await serve({ '/tiny': response => void response.writeHead(200).write('x') })
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny' }))
  expect(said.at(-1)).toMatchObject({ state: 'failed', message: expect.stringContaining('took too long') })
  expect(await files()).toEqual([])
})

it('ignores and removes unfinished installations', async () => {
  const { installer, folder } = await openTestInstaller()
  await mkdir(join(folder, 'tiny/.parley-new-1/bin'), { recursive: true })
  await mkdir(join(folder, 'other/2.0.0'), { recursive: true })
  await writeFile(join(folder, 'other/2.0.0/.parley-install.json'), '{ "version": "2.0')
  await installer.dispose()
  const next = await openTestInstaller({ folder })
  expect(next.installer.installedAgent('tiny')).toBeUndefined()
  expect(next.installer.installedAgent('other')).toBeUndefined()
  await expect.poll(() => existsSync(join(folder, 'tiny'))).toBe(false)
})

it('finds an installed program after a restart', async () => {
  const { installer, folder } = await openTestInstaller()
  const url = await serve({ '/a.tgz': createTarGz(entries) })
  await installer.install(makeBinary({ archive: `${url}/a.tgz`, cmd: 'bin/tiny', args: ['acp'] }))
  const before = installer.installedAgent('tiny')
  await installer.dispose()
  expect((await openTestInstaller({ folder })).installer.installedAgent('tiny')).toEqual(before)
})

it('replaces a version with the next one, but keeps it while a program runs from it', async () => {
  const { installer, folder, inUse, said } = await openTestInstaller()
  const url = await serve({ '/1': '#!/bin/sh\necho one', '/2': '#!/bin/sh\necho two', '/3': '#!/bin/sh\necho three' })
  await installer.install(makeBinary({ archive: `${url}/1`, cmd: 'tiny' }))
  inUse.add(join(folder, 'tiny/1.0.0'))
  await installer.install(makeBinary({ archive: `${url}/2`, cmd: 'tiny' }, '2.0.0'))
  expect(readOutput(installer.installedAgent('tiny')!)).toBe('two\n')
  expect(existsSync(join(folder, 'tiny/1.0.0/tiny'))).toBe(true)
  await expect(installer.uninstall('tiny')).rejects.toMatchObject({ code: 'busy' })
  inUse.clear()
  await installer.install(makeBinary({ archive: `${url}/3`, cmd: 'tiny' }, '3.0.0'))
  expect(said.at(-1)?.state).toBe('done')
  await expect.poll(() => existsSync(join(folder, 'tiny/1.0.0')) || existsSync(join(folder, 'tiny/2.0.0'))).toBe(false)
  expect(readOutput(installer.installedAgent('tiny')!)).toBe('three\n')
})

it('keeps the installed version when an update fails', async () => {
  const { installer, said } = await openTestInstaller()
  const url = await serve({ '/1': '#!/bin/sh\necho one' })
  await installer.install(makeBinary({ archive: `${url}/1`, cmd: 'tiny' }))
  await installer.install(makeBinary({ archive: `${url}/2`, cmd: 'tiny' }, '2.0.0'))
  expect(said.at(-1)?.state).toBe('failed')
  expect(installer.installedAgent('tiny')?.version).toBe('1.0.0')
  expect(readOutput(installer.installedAgent('tiny')!)).toBe('one\n')
})

it('leaves nothing behind after an uninstall', async () => {
  const { installer, files } = await openTestInstaller()
  const url = await serve({ '/a.tgz': createTarGz(entries) })
  await installer.install(makeBinary({ archive: `${url}/a.tgz`, cmd: 'bin/tiny' }))
  await installer.uninstall('tiny')
  expect(installer.installedAgent('tiny')).toBeUndefined()
  expect(await files()).toEqual([])
})

it.each(['../1.0.0', '.', '..', 'a/b', ''])('rejects "%s" as a version', async (version) => {
  const { installer, said, files } = await openTestInstaller()
  const url = await serve({ '/tiny': 'x' })
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny' }, version))
  expect(said.at(-1)?.message).toContain('cannot be the name of a version')
  expect(await files()).toEqual([])
})

it('fails if a file is in the way of the agent\'s folder, and keeps the file', async () => {
  const { installer, folder, said } = await openTestInstaller()
  await writeFile(join(folder, 'tiny'), 'in the way')
  const url = await serve({ '/tiny': 'x' })
  await installer.install(makeBinary({ archive: `${url}/tiny`, cmd: 'tiny' }))
  expect(said.at(-1)?.state).toBe('failed')
  expect(await readFile(join(folder, 'tiny'), 'utf8')).toBe('in the way')
})
