import type { App } from './fixtures'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

/** The terminals below a thread, as a person or a screen reader finds them. */
class Terminals {
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  get region() {
    return this.#app.page.getByRole('region', { name: 'Terminals' })
  }

  get tabs() {
    return this.region.getByRole('tablist', { name: 'Terminals' }).getByRole('tab')
  }

  /** The screens of the tab in front. */
  get rows() {
    return this.region.locator('.xterm-rows:visible')
  }

  button(name: string) {
    return this.region.getByRole('button', { name, exact: true })
  }

  /** Types a line into the terminal that has the keyboard. */
  async run(line: string): Promise<void> {
    await this.#app.page.keyboard.type(`${line}\n`)
  }
}

test('the person\'s own shell below the thread', { tag: '@both' }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  const terminals = new Terminals(app)
  writeFileSync(join(app.folders.workspace, 'login.ts'), 'export {}\n')
  writeFileSync(join(app.folders.workspace, 'package.json'), '{ "scripts": { "dev": "node server.js" } }')
  await thread.start()

  await test.step('Ctrl+` opens it in the thread’s folder, focused', async () => {
    await page.keyboard.press('Control+`')
    await expect(terminals.rows).toContainText(/[$#]/)
    await terminals.run('ls; echo $((40 + 2))-done')
    await expect(terminals.rows).toContainText('42-done')
    await expect(terminals.rows).toContainText('login.ts')
  })

  await test.step('shortcuts of the window go to the shell', async () => {
    await page.keyboard.type('cat -v')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Alt+n')
    await page.keyboard.press('Enter')
    await expect(terminals.rows).toContainText('^K^[n')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(terminals.tabs).toHaveText('cat')
    await expect(terminals.tabs).toHaveAccessibleName('cat, running')
    await page.keyboard.press('Control+c')
    await expect(terminals.tabs).not.toHaveAccessibleName(/running/)
  })

  await test.step('its text can be searched and added to the message', async () => {
    await page.keyboard.press('Control+Shift+F')
    await page.keyboard.type('42-done')
    await expect(terminals.region.getByRole('search')).toContainText('1 of 1')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Shift+L')
    await expect(thread.message).toBeFocused()
    await expect(thread.message).toHaveValue(/@.*Terminal/)
    await thread.message.fill('')
  })

  await test.step('splits and tabs are opened and switched by keyboard', async () => {
    await terminals.button('Split').click()
    await expect(terminals.rows).toHaveCount(2)
    await terminals.region.locator('.xterm-screen').last().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Close', exact: true }).click()
    await expect(terminals.rows).toHaveCount(1)
    // Pressed at once, none is lost.
    await page.keyboard.press('Control+Shift+5')
    await page.keyboard.press('Control+Shift+`')
    await expect(terminals.tabs).toHaveCount(2)
    await expect(terminals.rows).toHaveCount(1)
    await expect(terminals.rows).toContainText(/[$#]/)
    await page.keyboard.press('Alt+PageUp')
    await expect(terminals.rows).toHaveCount(2)
    await page.keyboard.press('Alt+PageDown')
    await expect(terminals.rows).toHaveCount(1)
  })

  await test.step('a command is saved for the folder, and scripts are offered with their text', async () => {
    await terminals.button('Shells and commands').click()
    await page.getByRole('menuitem', { name: 'Saved commands…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Saved commands' })
    await dialog.getByRole('textbox', { name: 'Command' }).fill('echo saved-$((40 + 2))')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('listitem')).toContainText('echo saved')
    await page.keyboard.press('Escape')
    await terminals.button('Shells and commands').click()
    await expect(page.getByRole('menuitem', { name: 'npm run dev node server.js' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'echo saved' }).click()
    await expect(terminals.tabs).toHaveCount(3)
    await expect(terminals.rows).toContainText('saved-42')
    await terminals.run('exit')
    await expect(terminals.tabs).toHaveCount(2)
    await terminals.tabs.last().click()
  })

  await test.step('closing asks while a command runs', async () => {
    await terminals.run('sleep 600')
    await expect(terminals.tabs.last()).toHaveAccessibleName('sleep, running')
    await terminals.tabs.last().press('Delete')
    const question = page.getByRole('dialog', { name: 'Close terminal' })
    await expect(question).toContainText('sleep is running in it')
    await question.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(terminals.tabs).toHaveCount(2)
    await terminals.tabs.last().press('Delete')
    await question.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(terminals.tabs).toHaveCount(1)
  })

  await test.step('a reloaded window shows text and tabs again, and types nothing', async () => {
    await page.keyboard.press('Control+Shift+`')
    await expect(terminals.tabs).toHaveCount(2)
    await expect(terminals.rows).toContainText(/[$#]/)
    // The first program asks for focus reports for a moment, and swallows the one that it gets.
    await terminals.run('printf "\\033[?1004h\\033[?1004l"; read -t 0.3 -n 3; clear; cat -v')
    await expect(terminals.tabs.last()).toHaveAccessibleName('cat, running')
    await page.reload()
    await terminals.tabs.last().click()
    await terminals.run('typed')
    await expect(terminals.rows).toContainText(/typed\s*typed/)
    await expect(terminals.rows).not.toContainText('^[')
    await terminals.tabs.first().click()
    await expect(terminals.rows).toHaveCount(2)
    await expect(terminals.rows.first()).toContainText('42-done')
    await thread.message.focus()
    await page.keyboard.press('Alt+J')
    await page.keyboard.press('Alt+J')
    await expect(terminals.region).toBeHidden()
  })
})
