import type { Bridge } from '../../../src/shared/bridge'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { errorBoxSign } from '../../support/electron-double/systemDoubles'
import { electronKind } from '../app/electronKind'
import { testEnvironment } from '../app/environment'
import { expectConfined } from '../app/expectConfined'
import { markedProcesses } from '../app/markedProcesses'
import { OpenThread } from '../app/openThread'
import { temporaryFolders } from '../app/testFolders'
import { expect, type OwnApp, test } from '../fixtures'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const webProgram = join(root, 'out/main/web.js')
const electronPath = createRequire(import.meta.url)('electron') as unknown as string // in Node, the module is the binary's path

test('the window', async ({ ownApp: app }) => {
  await expectConfined(app)

  await test.step('its page gets only a channel to the host and the paths of dropped files', async () => {
    expect(await app.page.evaluate(() => Object.keys((window as unknown as { parley: object }).parley))).toEqual([
      'send',
      'onText',
      'onClose',
      'getPathForFile',
    ])
    const ofScript = (): string =>
      (window as unknown as { parley: Bridge<File> }).parley.getPathForFile(new File(['x'], 'passwd'))
    expect(await app.page.evaluate(ofScript)).toBe('')
  })

  await test.step('its page has access to neither devices nor notifications', async () => {
    const states = await app.page.evaluate(() => Promise.all(['camera', 'microphone', 'geolocation', 'notifications', 'clipboard-read']
      .map(async name => (await navigator.permissions.query({ name: name as PermissionName })).state)))
    expect(new Set(states)).toEqual(new Set(['denied']))
  })

  await test.step('its page colours code in a worker', async () => {
    const thread = new OpenThread(app)
    await thread.start()
    await thread.ask('diff')
    await thread.log.getByRole('region', { name: 'Changed files' }).getByRole('button', { name: /farewell\.ts/ }).click()
    await expect(thread.log.getByText('export', { exact: true }).first()).toHaveAttribute('style', /--code-keyword/)
  })

  await test.step('its page opens no second window', async () => {
    expect(await app.page.evaluate(() => window.open('https://parley.invalid/'))).toBeNull()
    await app.page.evaluate(() =>
      Object.assign(document.body.appendChild(document.createElement('a')), { href: '/other', target: '_blank' }).click(),
    )
    // Answered only after the page's wishes were: they went the same way.
    await app.page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
    expect(app.electron?.windows().length).toBe(1)
  })

  await test.step('its page cannot be navigated away', async () => {
    const url = app.page.url()
    await app.page.evaluate(() => void (location.href = 'https://parley.invalid/'))
    await expect.poll(() => app.page.evaluate(() => document.readyState)).toBe('complete')
    expect(app.page.url()).toBe(url)
  })

  await test.step('a second start on the same data focuses the first, passes on its arguments and exits', async () => {
    await minimize(app)
    const flags = [...app.start.flags, '--workspace', app.folders.outside, '--agent', 'Demo agent']
    expect(await runToEnd(electronPath, ['--no-sandbox', root, ...flags], app.start.env)).toMatchObject({
      exitCode: 0,
      stdout: 'Parley is open as a desktop app.\n',
    })
    await expect.poll(() => isMinimized(app)).toBe(false)
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await expect(form.getByRole('textbox', { name: 'Folder' })).toHaveValue(app.folders.outside)
    await expect(form.getByRole('radio', { name: /^Demo agent/ })).toBeChecked()
    await app.page.keyboard.press('Escape')
  })

  await test.step('a start of the web shell also focuses the first', async () => {
    await minimize(app)
    expect(await runToEnd(process.execPath, [webProgram, '--no-open', ...app.start.flags], app.start.env)).toMatchObject({
      exitCode: 0,
      stdout: 'Parley is open as a desktop app.\n',
    })
    await expect.poll(() => isMinimized(app)).toBe(false)
  })

  await test.step('it opens again on the same data, and closes the turn that was open', async () => {
    const thread = new OpenThread(app)
    await thread.start()
    await thread.send('permission')
    await expect(thread.dialog).toBeVisible()

    await expectAsked(app, thread)
    await endBySignals(app)
    await app.restart()
    await thread.open('permission')
    await expect(thread.dialog).toBeHidden()
    await expect(thread.entries('turn-end')).toHaveCount(1)
    await expect(thread.tool('Water the plants')).toHaveAttribute('data-status', 'cancelled')
    expect(await thread.ask('hello')).toBe('end_turn')
  })

  await test.step('its page is restored after a crash, with the thread that it showed', async () => {
    await app.electron?.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      await new Promise<void>((resolve) => {
        contents.once('did-finish-load', () => resolve())
        contents.forcefullyCrashRenderer()
      })
    })
    // The page exists before all of it runs: asked too early, it cannot answer yet.
    await expect
      .poll(() =>
        app.electron
          ?.evaluate(
            ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.executeJavaScript('document.title') as Promise<string>,
          )
          .catch(() => 'not yet'),
      )
      .toBe('permission – Parley')
  })

  await test.step('it stores its position, and ends its instance, before Windows shuts down', async () => {
    const main = app.electron!.process()
    const ended = once(main, 'exit')
    await app.electron!.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0]!
      window.setBounds({ x: 11, y: 22, width: 800, height: 600 })
      window.emit('session-end', {})
      process.kill(process.pid, 'SIGKILL')
    }).catch(() => undefined) // its answer does not come
    await ended
    expect(JSON.parse(readFileSync(join(app.folders.data, 'window.json'), 'utf8'))).toMatchObject({ x: 11, y: 22 })
    expect(existsSync(join(app.folders.data, 'instance.json'))).toBe(false)
  })
})

test('a start without a window', async () => {
  const { home, remove } = temporaryFolders('home')
  const mark = randomUUID()
  const env = testEnvironment({ home, mark })

  await test.step('prints the address if the data folder is already served', async () => {
    const folder = join(home, 'served')
    const web = spawn(process.execPath, [webProgram, '--no-open', '--port', '0', '--data-dir', folder], { env })
    const [line] = await once(createInterface({ input: web.stdout }), 'line') as [string]
    expect(line).toMatch(/^Parley is ready at /)
    expect(await runToEnd(electronPath, ['--no-sandbox', root, '--data-dir', folder], env)).toMatchObject({
      exitCode: 0,
      stdout: `${line}\n`,
    })
    web.kill('SIGTERM')
    expect(await once(web, 'exit')).toEqual([0, null])
  })

  await test.step('exits with code 2 at an unknown option', async () => {
    const { exitCode, stderr } = await runToEnd(electronPath, [root, '--no-such-option'], env)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Unknown option: --no-such-option')
  })

  await test.step('exits with code 1, and says why, if the data folder cannot be used', async () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    // In a terminal, and without one: then in a box.
    for (const [folder, TERM] of [[file, 'xterm'], [join(file, 'deeper'), 'dumb']] as const) {
      const flags = ['--no-sandbox', root, '--data-dir', folder]
      const { exitCode, stderr } = await runToEnd(electronPath, flags, { ...env, TERM })
      expect(exitCode).toBe(1)
      expect(stderr).toMatch(/Parley cannot start\n.*is a file, or lies below one\. Choose a folder with --data-dir/)
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(stderr.includes(errorBoxSign)).toBe(electronKind().isDouble && TERM === 'dumb')
    }
  })

  await expect.poll(() => markedProcesses(mark), 'no process is left').toEqual([])
  remove()
})

/** A person who quits while an agent works is asked, once, and may stay. */
async function expectAsked(app: OwnApp, thread: OpenThread): Promise<void> {
  await app.electron!.evaluate(({ dialog, BrowserWindow }) => {
    dialog.showMessageBox = async (...parameters: unknown[]) => {
      console.error('asked:', (parameters.at(-1) as Electron.MessageBoxOptions).message) // the window comes first
      return { response: 1, checkboxChecked: false }
    }
    BrowserWindow.getAllWindows()[0]!.close()
  })
  await app.page.keyboard.press('Control+q')
  const asked = 'asked: An agent is at work. Quit Parley?'
  await expect.poll(() => app.log().match(/asked: .*/g)).toEqual([asked, asked])
  await expect(thread.dialog).toBeVisible()
}

/** Ends Parley as a terminal does, repeatedly, while its position cannot be stored and its output is not read. */
async function endBySignals(app: OwnApp): Promise<void> {
  const electron = app.electron!
  const main = electron.process()
  mkdirSync(join(app.folders.data, 'window.json'))
  main.stdout!.destroy()
  await electron.evaluate(({ app, BrowserWindow }) => {
    app.on('will-quit', () => {
      process.kill(process.pid, 'SIGINT')
      process.stdout.write('nobody reads this')
      app.emit('activate')
    })
    app.on('quit', () => console.error(`${BrowserWindow.getAllWindows().length} windows at the end`))
  })
  const ended = once(main, 'exit')
  main.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  expect(app.log()).toContain('0 windows at the end')
  expect(existsSync(join(app.folders.data, 'instance.json'))).toBe(false)
  rmSync(join(app.folders.data, 'window.json'), { recursive: true })
}

async function minimize(app: OwnApp): Promise<void> {
  await app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
}

async function isMinimized(app: OwnApp): Promise<boolean | undefined> {
  return app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
}

/** Starts a program and waits for its end. */
async function runToEnd(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { exitCode: exitCode as number | null, stdout, stderr }
}
