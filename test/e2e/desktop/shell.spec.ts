import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '../fixtures'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('exposes one channel to the page and nothing else', async ({ ownApp: app }) => {
  expect(await app.page.evaluate(() => Object.keys((window as unknown as { parley: object }).parley))).toEqual([
    'send',
    'onText',
    'onClose',
  ])
})

test('opens no second window for a page', async ({ ownApp: app }) => {
  expect(await app.page.evaluate(() => window.open('https://parley.invalid/'))).toBeNull()
  await app.page.evaluate(() =>
    Object.assign(document.body.appendChild(document.createElement('a')), { href: '/other', target: '_blank' }).click(),
  )
  // Answered only after the page's wishes were: they went the same way.
  await app.page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
  expect(app.electron?.windows().length).toBe(1)
})

test('stays on its own page', async ({ ownApp: app }) => {
  const url = app.page.url()
  await app.page.evaluate(() => void (location.href = 'https://parley.invalid/'))
  await expect.poll(() => app.page.evaluate(() => document.readyState)).toBe('complete')
  expect(app.page.url()).toBe(url)
})

test('denies a page every device and its notifications', async ({ ownApp: app }) => {
  const states = await app.page.evaluate(() => Promise.all(['camera', 'microphone', 'geolocation', 'notifications', 'clipboard-read']
    .map(async name => (await navigator.permissions.query({ name: name as PermissionName })).state)))
  expect(new Set(states)).toEqual(new Set(['denied']))
})

test('comes back after its page crashed', async ({ ownApp: app }) => {
  await app.electron?.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    await new Promise<void>((resolve) => {
      contents.once('did-finish-load', () => resolve())
      contents.forcefullyCrashRenderer()
    })
  })
  // The page is there before all of it runs: asked too early it has no answer yet.
  await expect
    .poll(() =>
      app.electron
        ?.evaluate(
          ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript('document.title') as Promise<string>,
        )
        .catch(() => 'not yet'),
    )
    .toBe('Parley')
})

test('a second start on the same data shows the first one\'s window and ends', async ({ ownApp: app }) => {
  await app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const electronPath = createRequire(import.meta.url)('electron') as unknown as string // in Node, the module is the binary's path
  const second = spawn(electronPath, ['--no-sandbox', root, ...app.start.flags], { env: app.start.env, stdio: 'ignore' })
  expect(await once(second, 'exit')).toEqual([0, null])
  await expect.poll(() => app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)
})

test('an unknown option is explained, with exit code 2', async ({ ownApp: app }) => {
  const electronPath = createRequire(import.meta.url)('electron') as unknown as string // as above
  const other = spawn(electronPath, [root, '--no-such-option'], { env: app.start.env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  other.stderr.on('data', data => said += String(data))
  expect(await once(other, 'exit')).toEqual([2, null])
  expect(said).toContain('Unknown option: --no-such-option')
})

test('a data folder that cannot be used is explained, with exit code 1', async ({ ownApp: app }) => {
  const file = join(app.folders.home, 'file')
  writeFileSync(file, '')
  const electronPath = createRequire(import.meta.url)('electron') as unknown as string // as above
  for (const folder of [file, join(file, 'deeper')]) {
    const other = spawn(electronPath, ['--no-sandbox', root, '--data-dir', folder], {
      env: app.start.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    other.stderr.on('data', data => said += String(data))
    expect(await once(other, 'exit')).toEqual([1, null])
    expect(said).toMatch(/Parley cannot start\n.*is a file, or lies below one\. Choose a folder with --data-dir/)
    expect(said).not.toMatch(/\n\s+at /)
  }
})
