import type { ElectronApplication, Page } from '@playwright/test'
import type { Bridge } from '../../../src/shared/bridge'
import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from '../app/openThread'
import { expect, type OwnApp, test } from '../fixtures'

test.use({ settings: { agent_servers: { 'My agent': { command: process.execPath, args: ['--version'] } } } })

interface Answer {
  readonly answer?: number
  readonly result?: unknown
  readonly error?: { readonly code: string, readonly message: string }
}

/** The counts and notifications that the app showed. */
interface Kept {
  readonly counts: number[]
  readonly shown: string[]
  takenAway: number
  click: () => void
}

/** Above those of the page itself. */
let lastCall = 99_999

/** Calls the host as the page does, and gives its answer. */
function callHost(page: Page, method: string, params: object): Promise<Answer> {
  return page.evaluate(({ call, method, params }) => new Promise((resolve) => {
    const { parley } = window as unknown as { parley: Bridge } // exposed by the preload
    parley.onText((text) => {
      const message = JSON.parse(text) as Answer
      if (message.answer === call)
        resolve(message)
    })
    parley.send(JSON.stringify({ call, method, params }))
  }), { call: ++lastCall, method, params })
}

/** Replaces the dialog by a person's answer, and records dialogs and opened addresses. */
async function answerQuestions(
  electron: ElectronApplication | undefined,
  response: number,
): Promise<() => Promise<{ asked: string[], opened: string[] }>> {
  await electron?.evaluate(({ dialog, shell }, response) => {
    const kept = { asked: [] as string[], opened: [] as string[] }
    Object.assign(globalThis, { kept })
    dialog.showMessageBox = async (...parameters: unknown[]) => {
      const { message, detail } = parameters.at(-1) as { message: string, detail: string } // the window comes first
      kept.asked.push(message, detail)
      return { response, checkboxChecked: false }
    }
    shell.openExternal = async url => void kept.opened.push(url)
  }, response)
  return async () => await electron!.evaluate(() => (globalThis as unknown as { kept: { asked: string[], opened: string[] } }).kept)
}

/** The agents in the submenu of the menu's New Thread With. */
async function offered(app: OwnApp): Promise<string[] | undefined> {
  return app.electron?.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items.map(item => item.label))
}

test('the desktop app uses the system\'s keychain, dialogs, menus and notifications', async ({ ownApp: app }) => {
  await test.step('the keychain, which may ask the person, is not used until there is a secret', async () => {
    await app.page.getByRole('navigation', { name: 'Threads' }).waitFor()
    expect(app.log()).not.toContain('the keychain was asked')
    await callHost(app.page, 'listMcpServers', {})
    await expect.poll(app.log).toContain('the keychain was asked')
  })

  await test.step('the focus stays in the page if Alt is released first, and Ctrl+W does not close the window', async () => {
    const { keyboard } = app.page
    const message = app.page.getByRole('textbox', { name: 'Message', exact: true })
    await app.page.getByRole('searchbox', { name: 'Search threads' }).focus()
    await keyboard.down('Alt')
    await keyboard.down('m')
    await expect(message).toBeFocused()
    await keyboard.up('Alt')
    await keyboard.up('m')
    await keyboard.type('still here')
    await expect(message).toHaveValue('still here')
    await keyboard.press('Control+w')
    await expect(message).toHaveValue('still here')
    await message.fill('')
  })

  await test.step('a folder is chosen in a dialog', async () => {
    await app.electron?.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] })
    }, app.folders.workspace)
    expect(await callHost(app.page, 'chooseFolder', {})).toMatchObject({ result: app.folders.workspace })
  })

  await test.step('closing the dialog chooses nothing', async () => {
    await app.electron?.evaluate(({ dialog }) => {
      dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] })
    })
    expect((await callHost(app.page, 'chooseFolder', {})).result).toBeUndefined()
  })

  await test.step('a file from an agent is saved with its real type, and not as executable', async () => {
    const path = join(app.folders.workspace, 'report.pdf')
    await app.electron?.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath })
    }, path)
    const data = Buffer.from('\x7FELF').toString('base64')
    expect(await callHost(app.page, 'saveFile', { name: 'report.pdf', data })).toMatchObject({ result: `${path}.bin` })
    expect([existsSync(path), statSync(`${path}.bin`).mode & 0o111]).toEqual([false, 0])
  })

  await test.step('a link is opened externally only after the person confirmed its whole address', async () => {
    const kept = await answerQuestions(app.electron, 0)
    await callHost(app.page, 'openExternal', { url: 'https://exаmple.com/path?query' })
    expect(await kept()).toEqual({
      asked: ['Open xn--exmple-4nf.com outside Parley?', 'https://xn--exmple-4nf.com/path?query'],
      opened: ['https://xn--exmple-4nf.com/path?query'],
    })
  })

  await test.step('a link is not opened if the person declines', async () => {
    const kept = await answerQuestions(app.electron, 1)
    await callHost(app.page, 'openExternal', { url: 'https://example.com/' })
    expect((await kept()).asked).toHaveLength(2)
    expect((await kept()).opened).toEqual([])
  })

  await test.step('an address that is not on the web is rejected without asking', async () => {
    const kept = await answerQuestions(app.electron, 0)
    expect((await callHost(app.page, 'openExternal', { url: 'file:///etc/passwd' })).error?.code).toBe('unsupported')
    expect(await kept()).toEqual({ asked: [], opened: [] })
  })

  await app.page.getByRole('navigation', { name: 'Threads' }).waitFor()
  const form = app.page.getByRole('dialog', { name: 'New thread' })

  await test.step('a suggestion in the context menu replaces a misspelled word', async () => {
    const message = app.page.getByRole('textbox', { name: 'Message', exact: true })
    await message.fill('Water teh')
    await app.electron!.evaluate(({ BrowserWindow, Menu }) => {
      Menu.prototype.popup = function () {
        this.items.find(({ label }) => label === 'the')?.click()
      }
      const { webContents } = BrowserWindow.getAllWindows()[0]!
      const editFlags = { canUndo: true, canRedo: false, canCut: false, canCopy: false, canPaste: true, canSelectAll: true }
      const place = { isEditable: true, selectionText: '', misspelledWord: 'teh', dictionarySuggestions: ['the'], editFlags, frame: null }
      webContents.emit('context-menu', {}, place)
    })
    await expect(message).toHaveValue('Water the')
    await message.fill('')
  })

  await test.step('the menu offers a new thread with each agent, the person\'s own first', async () => {
    expect(await offered(app)).toEqual(['My agent', 'Demo agent'])
  })

  await test.step('New Thread in the menu opens the form', async () => {
    await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThread')?.click())
    await expect(form.getByRole('radiogroup', { name: 'Agent' })).toBeVisible()
    await form.getByRole('radio', { name: /^Demo agent/ }).check()
    await app.page.keyboard.press('Escape')
    await expect(app.page.locator('dialog')).toHaveCount(0) // hidden a moment earlier
  })

  await test.step('New Thread With in the menu opens the form with that agent picked', async () => {
    await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items[0]?.click())
    await expect(form.getByRole('radio', { name: /^My agent/ })).toBeChecked()
  })

  await test.step('the menu follows changes of settings.json', async () => {
    app.folders.writeSettings({ agent_servers: { Another: { command: process.execPath } } })
    await expect.poll(() => offered(app)).toEqual(['Another', 'Demo agent'])
    await app.page.keyboard.press('Escape')
  })

  await test.step('a waiting question is counted on the app\'s icon, and notified while Parley is not focused', async () => {
    await app.electron!.evaluate(({ app, Notification }) => {
      const kept: Kept = { counts: [], shown: [], takenAway: 0, click: () => undefined }
      Object.assign(globalThis, { kept })
      app.setBadgeCount = (count = 0) => kept.counts.push(count) > 0
      Notification.prototype.show = function () {
        kept.shown.push(`${this.title}: ${this.body}`)
        kept.click = () => void this.emit('click')
      }
      Notification.prototype.close = () => kept.takenAway++
    })
    const kept = (): Promise<Kept> => app.electron!.evaluate(() => (globalThis as unknown as { kept: Kept }).kept)
    const thread = new OpenThread(app)
    await thread.start()
    await thread.send('permission')
    await expect(thread.dialog).toBeVisible()
    await thread.stop()
    await expect.poll(kept).toMatchObject({ counts: [1, 0], shown: [] })

    await app.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await thread.send('permission')
    await expect.poll(async () => (await kept()).shown).toEqual(['Waiting for you: permission'])
    await app.page.evaluate(() => location.hash = '')
    await expect(thread.dialog).toBeHidden()
    await app.electron!.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.click())
    await thread.answer('No, not today, Reject once')
    await expect.poll(async () => (await kept()).counts).toEqual([1, 0, 1, 0])
    // Only then does the next question cause a notification.
    await expect.poll(async () => (await kept()).takenAway).toBe(1)
  })

  await test.step('on a Mac, a notification or a menu item opens a window if there is none', async () => {
    const electron = app.electron!
    const thread = new OpenThread(app)
    await app.page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await thread.send('permission')
    // The end of the last turn may have caused a notification, too.
    const shown = (): Promise<string[]> =>
      electron.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.shown.slice(1))
    await expect.poll(shown).toContain('Waiting for you: permission')
    await closeOnMac(app)
    const [asked] = await Promise.all([
      electron.waitForEvent('window'),
      electron.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.click()),
    ])
    await expect(asked.getByRole('alertdialog', { name: 'Permission needed' })).toBeVisible()

    await closeOnMac(app)
    const [opened] = await Promise.all([
      electron.waitForEvent('window'),
      electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items[0]?.click()),
    ])
    await expect(opened.getByRole('dialog', { name: 'New thread' }).getByRole('radio', { name: /^Another/ })).toBeChecked()
  })

  await test.step('an internal error is shown and quits Parley cleanly', async () => {
    const main = app.electron!.process()
    const ended = once(main, 'exit')
    await app.electron!.evaluate(({ dialog }) => {
      dialog.showErrorBox = (title, content) => console.error(`${title}: ${content}`)
      setImmediate(() => {
        throw new Error('a fault')
      })
    })
    expect(await ended).toEqual([1, null])
    expect(app.log()).toMatch(/Error: a fault\n\s+at .*Parley had to end: .* Your threads are kept\.\n\na fault\n/s)
  })
})

/** Closes the window; the app lives on as on a Mac. */
async function closeOnMac(app: OwnApp): Promise<void> {
  await app.electron!.evaluate(({ BrowserWindow }) => {
    const { platform } = process
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    BrowserWindow.getAllWindows()[0]!.close()
    Object.defineProperty(process, 'platform', { value: platform })
  })
}
