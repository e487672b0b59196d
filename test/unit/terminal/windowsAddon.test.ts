import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

it('on Windows, the first terminal starts although Electron has closed the archive since', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-addon-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const modules = join(folder, 'resources/app.asar/node_modules')
  const addon = join(modules, `@lydell/node-pty-win32-${process.arch}`)
  mkdirSync(addon, { recursive: true })
  writeFileSync(join(addon, 'conpty.node'), '')
  writeFileSync(join(folder, 'test.mjs'), `
    import Module from 'node:module'
    Object.defineProperty(process, 'platform', { value: 'win32' })
    Module._extensions['.node'] = module => module.exports = { startProcess: file => { console.log('starts ' + file); process.exit() } }
    const { startPty } = await import(${JSON.stringify(join(root, 'src/main/terminal/pty.ts'))})
    process.noAsar = true
    startPty({ file: 'cmd.exe', args: '', cwd: '/', env: {}, columns: 80, rows: 24 })`)
  const preloads = ['test/support/electron-double/archive.ts', 'scripts/typescript.mjs'].flatMap(file => ['--import', join(root, file)])
  expect(execFileSync(process.execPath, [...preloads, join(folder, 'test.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, NODE_PATH: modules, NODE_NO_WARNINGS: '1' },
  })).toBe('starts cmd.exe\n')
})
