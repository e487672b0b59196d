import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expectConfined } from './app/expectConfined'
import { expect, test } from './fixtures'

/** What only these parts of the window contain. */
const marks = {
  terminals: 'xterm-helper-textarea',
  editor: 'cm-content',
  highlighter: 'createHighlighterCore',
  diagrams: 'mermaid',
  formulas: 'KaTeX',
  Markdown: 'linkify',
}
/** 575 kB. What most makes up Home is Vue, its dialogs and menus, and our own words and components. */
const mostBytes = 640_000

test('the window loads only what Home needs before it draws', () => {
  const folder = join(import.meta.dirname, '../../out/renderer')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = new Set([...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name!))
  const scripts = readdirSync(join(folder, 'assets'))
    .filter(name => name.endsWith('.js'))
    .map(name => ({ name, text: readFileSync(join(folder, 'assets', name), 'utf8') }))
  for (const [part, mark] of Object.entries(marks)) {
    const holders = scripts.filter(({ text }) => text.includes(mark)).map(({ name }) => name)
    expect(holders, `the window still has ${part}`).not.toEqual([])
    expect(holders.filter(name => first.has(name)), `${part} are loaded later`).toEqual([])
  }
  const bytes = scripts.filter(({ name }) => first.has(name)).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeLessThan(mostBytes)
})

test('the window restores its layout and draft after a restart, and confines its page', async ({ ownApp: app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+B')
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
  const message = () => app.page.getByRole('textbox', { name: 'Message', exact: true })
  const agent = () => app.page.getByRole('radiogroup', { name: 'Agent' }).getByRole('radio', { checked: true })
  await message().fill('Paint the fence')
  await app.page.getByRole('button', { name: /^Folder: / }).click()
  await app.page.getByRole('textbox', { name: 'Folder' }).fill('/no/such/garden')
  await app.page.getByRole('radio', { name: /^Claude Agent/ }).check()
  await pause(1_000) // choices of the last 0.9 s may not be stored yet
  // The port and the browser's storage are new; hidden parts stay hidden, and drafts are kept.
  await app.restart()
  await expect(message()).toHaveValue('Paint the fence')
  await expect(app.page.getByRole('button', { name: 'Folder: garden' })).toBeVisible()
  await expect(agent()).toHaveAccessibleName(/^Claude Agent/)
  await app.page.getByRole('button', { name: 'Show threads' }).click()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expectConfined(app)
})
