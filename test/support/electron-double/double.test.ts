import type { Shell } from 'electron'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { acceleratedItem } from './accelerators.ts'
import { doubleOf } from './doubleOf.ts'
import { menuDouble } from './menuDouble.ts'
import { Schemes } from './schemes.ts'
import { lockSingleInstance } from './singleInstance.ts'
import { valueText } from './valueText.ts'

it('throws on any API that it does not implement', () => {
  const shell = doubleOf<Shell>('shell', { beep: () => undefined })
  expect(() => shell.beep()).not.toThrow()
  expect(() => shell.trashItem('/x')).toThrow('shell.trashItem is not done')
})

it('throws on a method that is called without its object', () => {
  const shell = doubleOf<Shell>('shell', { beep: () => undefined })
  const { beep } = shell
  expect(() => beep()).toThrow('Illegal invocation')
})

it('lets a test replace a function, even one that the double does not implement', async () => {
  const shell = doubleOf<Shell>('shell', {})
  shell.openPath = async path => `opened ${path}`
  expect(await shell.openPath('/x')).toBe('opened /x')
})

it('maps a custom scheme to an origin of its own and back', () => {
  const schemes = new Schemes()
  schemes.register([{ scheme: 'app', privileges: { standard: true } }])
  for (const url of ['app://parley/', 'app://parley/a/b.js?c=d#e'])
    expect(schemes.fromChromium(schemes.toChromium(url))).toBe(url)
  expect(schemes.toChromium('app://parley/')).toMatch(/^https:\/\/parley\.app\..*\.invalid\/$/)
  expect(schemes.toChromium('https://example.com/')).toBe('https://example.com/')
})

it('serves only a scheme registered as standard, secure and fetchable', () => {
  const schemes = new Schemes()
  schemes.register([{ scheme: 'app', privileges: { standard: true } }])
  expect(() => schemes.handle('app', () => new Response())).toThrow('must be registered')
})

it('clones plain values through IPC, and refuses others', () => {
  const text = valueText()
  const value = { list: [1, undefined, null, 'x'], $: { nested: true } }
  expect(text.read(text.write(value))).toEqual(value)
  expect(() => text.write({ call: () => undefined })).toThrow('could not be cloned')
})

it('a shortcut runs its menu item, only with exactly its keys', () => {
  const clicked: string[] = []
  const menu = menuDouble({ focusedWindow: () => null, quit: () => undefined }).buildFromTemplate([
    { label: 'File', submenu: [{ label: 'New', accelerator: 'Ctrl+N', click: () => clicked.push('new') }] },
  ])
  const key = { kind: 'key', key: 'n', control: true, meta: false, alt: false, shift: false } as const
  acceleratedItem(menu, key)?.click()
  expect(acceleratedItem(menu, { ...key, shift: true })).toBeUndefined()
  expect(clicked).toEqual(['new'])
})

it('the first start on a folder owns it, and is notified of the second', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'electron-double-'))
  const start = { argv: ['electron', '.'], workingDirectory: '/x', additionalData: { a: 1 } }
  const heard: unknown[] = []
  const release = lockSingleInstance({ folder, start, onSecondStart: second => heard.push(second) })
  expect(lockSingleInstance({ folder, start, onSecondStart: () => undefined })).toBeUndefined()
  await expect.poll(() => heard).toEqual([start])
  release?.()
  rmSync(folder, { recursive: true })
})

it('an archive is a folder until a thread says that it is a file; what is unpacked beside it stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'electron-double-'))
  for (const [name, text] of [['app.asar/a.mjs', ''], ['app.asar/b.mjs', ''], ['app.asar.unpacked/c', 'unpacked']] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const script = `
    import { existsSync, readFileSync, statSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    const codeOf = async act => { try { return await act() } catch (error) { return error.code } }
    const archive = ${JSON.stringify(join(folder, 'app.asar'))}
    const seen = async () => [statSync(archive).isDirectory(), existsSync(archive + '/a.mjs')]
    const before = await seen()
    await import(archive + '/a.mjs')
    process.noAsar = true
    console.log(JSON.stringify([...before, ...await seen(), await codeOf(() => readFileSync(archive + '/a.mjs')),
      await codeOf(() => import(archive + '/b.mjs')), await codeOf(() => spawn(archive + '/a.mjs')),
      readFileSync(archive + '.unpacked/c', 'utf8')]))`
  const args = ['--import', join(import.meta.dirname, 'archive.ts'), '--input-type=module', '-e', script]
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } }))).toEqual([
    true,
    true,
    false,
    false,
    'ENOTDIR',
    'ERR_MODULE_NOT_FOUND',
    'ENOTDIR',
    'unpacked',
  ])
  rmSync(folder, { recursive: true })
})
