import type { Page, WebSocketRoute } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pdfDocument } from '../support/pdfDocument'
import { expectAccessible } from './app/accessibility'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Files as a repository has them: some committed, one changed since, one ignored. */
function writeFiles({ folders: { workspace } }: App): (path: string) => string {
  const at = (path: string): string => join(workspace, path)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']
  const git = (...args: string[]): unknown => execFileSync('git', [...person, ...args], { cwd: workspace })
  for (const folder of ['src/pay', 'docs', 'out'])
    mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('.gitignore'), 'out\n')
  writeFileSync(at('out/made.ts'), 'const order = 1\n')
  writeFileSync(at('docs/cli.md'), '# An order\n')
  writeFileSync(at('src/pay/client.ts'), 'one\ntwo\nexport const order = 3\n')
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'first')
  writeFileSync(at('src/pay/client.ts'), 'one\ntwo\nexport const order = 4\n')
  return at
}

const scripts = join(import.meta.dirname, '../../out/renderer/assets')

/** The scripts with CodeMirror in them that the page has loaded. */
async function loadedOfEditor(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  return loaded.map(path => basename(path)).filter(name => name.endsWith('.js') && readFileSync(join(scripts, name)).includes('cm-editor'))
}

const rule = 'files are found in the tree, by name and by their text, with the keyboard'

test(rule, { tag: '@both' }, async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const at = writeFiles(app)
  const thread = new OpenThread(app)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  const tree = files.getByRole('tree', { name: /^Files of/ })
  const row = (name: string | RegExp) => tree.getByRole('treeitem', { name, exact: true })
  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  await thread.start()

  await test.step('arrow keys and letters move the focus in the tree', async () => {
    await keyboard.press('Alt+F')
    await expect(row('docs')).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(row('out, ignored')).toBeFocused()
    await keyboard.type('sr')
    await expect(row('src')).toBeFocused()
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(row('pay')).toBeFocused()
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(row('client.ts, modified')).toBeFocused()
    await keyboard.press('Home')
    await expect(row('docs')).toBeFocused()
    await expect(row('docs')).toHaveAttribute('aria-setsize', '4')
    await expect(files.getByText('main', { exact: true })).toBeVisible()
  })

  await test.step('the tree follows changes on disk', async () => {
    writeFileSync(at('src/pay/retry.ts'), 'export const retries = 3\n')
    await expect(row('retry.ts, untracked')).toBeVisible()
    rmSync(at('src/pay/retry.ts'))
    await expect(row(/^retry/)).toHaveCount(0)
    execFileSync('git', ['switch', '-qc', 'faster-orders'], { cwd: app.folders.workspace })
    await expect(files.getByText('faster-orders')).toBeVisible()
    await files.getByRole('button', { name: 'Show ignored files' }).click()
    await expect(row('out, ignored')).toHaveCount(0)
  })

  await test.step('files are created, renamed and deleted in the tree, and tabs follow', async () => {
    await row('docs').click()
    await files.getByRole('button', { name: 'New file' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(page.getByRole('dialog', { name: 'New file' })).toContainText('In docs.')
    await name.fill('cli.md')
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('already exists')
    await name.fill('new.md')
    await keyboard.press('Enter')
    await expect(tab('new.md')).toHaveAttribute('aria-selected', 'true')
    await row('new.md, untracked').focus()
    await keyboard.press('F2')
    await expect(name).toHaveValue('new.md')
    await keyboard.type('renamed') // its ending is not selected
    await keyboard.press('Enter')
    await expect(tab('renamed.md')).toHaveAttribute('aria-selected', 'true')
    await row('renamed.md, untracked').focus()
    await keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
    await expect(row(/^renamed/)).toHaveCount(0)
    await expect(tab(/\.md/)).toHaveCount(0)
  })

  await test.step('a file opens beside the thread, and Alt+F hides the tree', async () => {
    await row('client.ts, modified').dblclick()
    await expect(tab('client.ts')).toHaveAttribute('aria-selected', 'true')
    await expect(thread.message).toBeVisible()
    const text = page.getByRole('region', { name: 'Editor' }).getByRole('textbox')
    await expect(text).toBeFocused()
    await keyboard.press('Alt+F')
    await expect(row('client.ts, modified')).toBeFocused()
    await keyboard.press('Alt+F')
    await expect(files).toHaveCount(0)
    await expect(text).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  })

  await test.step('unsaved text outlives its tab, and can be found and saved', async () => {
    await keyboard.press('ControlOrMeta+End')
    await keyboard.type('// mine')
    await keyboard.press('Alt+X')
    await expect(page.getByText('client.ts is closed, and not saved')).toBeVisible()
    await expect(thread.message).toBeFocused()
    await keyboard.press('Alt+F')
    await expect(row('client.ts, modified')).toBeFocused()
    await keyboard.press('Shift+Tab')
    await expect(files.getByRole('button', { name: '1 unsaved file' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'client.ts' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'client.ts' })).toBeFocused()
    await keyboard.press('ControlOrMeta+s')
    await expect(tab('client.ts')).not.toHaveAccessibleName(/unsaved/)
    await keyboard.press('Alt+M')
    await expect(thread.message).toBeFocused()
    await keyboard.press('Alt+F')
    await keyboard.press('Alt+F')
    expect(readFileSync(at('src/pay/client.ts'), 'utf8')).toContain('// mine')
  })

  await test.step('quick open finds a file by a few letters', async () => {
    const dialog = page.getByRole('dialog', { name: 'Quick open' })
    await keyboard.press('ControlOrMeta+P')
    await expect(dialog.getByRole('option').first()).toContainText('client.ts')
    await keyboard.type('cli')
    await expect(dialog.getByRole('option')).toHaveCount(2)
    await keyboard.press('ArrowDown')
    await expect(dialog.getByRole('option', { selected: true })).toContainText('cli.md')
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(tab('cli.md')).toHaveAttribute('aria-selected', 'true')
    await keyboard.press('Alt+F')
    await expect(row('cli.md'), 'the tree unfolds to the file in front').toBeFocused()
    await keyboard.press('Alt+F')
    await keyboard.press('ControlOrMeta+P')
    await keyboard.type('@client')
    await keyboard.press('Enter')
    await expect(thread.message).toHaveValue('@src/pay/client.ts ')
    await expect(thread.main.getByRole('list', { name: 'Mentions' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('a search lists matching lines by file', async () => {
    await keyboard.press('ControlOrMeta+Shift+H')
    await expect(files.getByRole('textbox', { name: 'Text to find in files' })).toBeFocused()
    await keyboard.type('ORDER')
    const matches = files.getByRole('tree', { name: 'Matches in files' })
    await expect(files.getByRole('status').filter({ hasText: '2 matches in 2 files' })).toBeVisible()
    await files.getByRole('button', { name: 'Match case' }).click()
    await expect(files.getByRole('status').filter({ hasText: 'Nothing matches' })).toBeVisible()
    await files.getByRole('button', { name: 'Match case' }).click()
    await files.getByRole('textbox', { name: 'Files to search' }).fill('*.ts')
    await expect(files.getByRole('status').filter({ hasText: '1 match in 1 file' })).toBeVisible()
    await files.getByRole('textbox', { name: 'Text to find in files' }).focus()
    await keyboard.press('ArrowDown')
    await expect(matches.getByRole('treeitem', { name: 'client.ts, src/pay/, 1' })).toBeFocused()
    await keyboard.press('ArrowRight')
    await expect(matches.getByRole('treeitem', { name: 'Line 3: export const order = 4' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(tab('client.ts')).toHaveAttribute('aria-selected', 'true')
    await files.getByRole('button', { name: 'Regular expression' }).click()
    await files.getByRole('textbox', { name: 'Text to find in files' }).fill('(')
    await expect(files.getByRole('alert')).toBeVisible()
    await keyboard.press('Escape')
    await expect(row('client.ts, modified')).toBeFocused()
  })
})

test('files are shown beside their thread or instead of it, and are accessible there', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const at = writeFiles(app)
  const thread = new OpenThread(app)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  const open = page.getByRole('region', { name: 'Editor' })
  await thread.start()
  await page.setViewportSize({ width: 1300, height: 800 })

  await test.step('a file opens beside its thread', async () => {
    await thread.main.getByRole('button', { name: 'Files', exact: true }).click()
    await files.getByRole('treeitem', { name: 'docs' }).click()
    await files.getByRole('treeitem', { name: 'cli.md' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add to message' }).click()
    await expect(thread.message).toHaveValue('@docs/cli.md ')
    expect(await loadedOfEditor(page), 'nothing of the editor is loaded before a file is opened').toEqual([])
    await files.getByRole('treeitem', { name: 'cli.md' }).click()
    await expect(open.getByRole('textbox', { name: 'cli.md' })).toBeVisible()
    expect(await loadedOfEditor(page)).not.toEqual([])
    await expect(thread.message).toBeVisible()
    await expectAccessible(page, 'a tree of files, and one that is open')
  })

  await test.step('text typed while disconnected is merged, and typing continues in place', async () => {
    const wires: WebSocketRoute[] = []
    let isCut = false
    await page.routeWebSocket('**/ws', (wire) => {
      if (isCut)
        return void wire.close()
      wires.push(wire)
      wire.connectToServer()
    })
    await page.reload()
    const text = open.getByRole('textbox', { name: 'cli.md' })
    await text.click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type('taken')
    await expect(open.getByRole('tab', { name: 'cli.md, unsaved' })).toBeVisible()
    isCut = true
    await Promise.all(wires.map(wire => wire.close()))
    await expect(page.getByRole('alert')).toContainText('Can’t reach Parley.')
    await page.keyboard.type(', typed')
    isCut = false
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(text).toContainText('taken, typed')
    await expect(text).toBeFocused()
    await page.keyboard.type(' on')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(open.getByRole('tab', { name: 'cli.md' })).not.toHaveAccessibleName(/unsaved/)
    expect(readFileSync(at('docs/cli.md'), 'utf8')).toBe('# An order\ntaken, typed on')
  })

  await test.step('either the thread or the files can be hidden', async () => {
    await page.getByRole('button', { name: 'Hide the thread' }).click()
    await expect(thread.message).toBeHidden()
    await page.keyboard.press('Alt+M')
    await expect(thread.message).toBeFocused()
    await thread.button('Hide the open files').click()
    await expect(open).toBeHidden()
    await thread.button('Show the open file').click()
    await expect(open).toBeVisible()
  })

  await test.step('a narrow window shows either the thread or the files', async () => {
    await page.setViewportSize({ width: 420, height: 800 })
    const which = page.getByRole('navigation', { name: 'Thread or files' })
    await which.getByRole('button', { name: 'Thread', exact: true }).click()
    await expect(open).toBeHidden()
    await expect(thread.message).toBeVisible()
    await which.getByRole('button', { name: 'Open files' }).click()
    await expect(thread.message).toBeHidden()
    await expectAccessible(page, 'files in the place of their thread')
    await page.keyboard.press('Alt+F')
    await files.getByRole('treeitem', { name: 'cli.md' }).click()
    await expect(files).toBeHidden()
    await expect(open).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(420)
  })

  await test.step('closing the last file hides the files', async () => {
    await open.getByRole('tab', { name: 'cli.md' }).press('Delete')
    await expect(open).toHaveCount(0)
    await expect(thread.message).toBeFocused()
  })
})

test('pictures and documents are shown in their own viewers', { tag: '@slow' }, async ({ app }) => {
  app.allowError(/Content Security Policy|pdf\.html/) // its page logs violations of its policy
  const { page, folders: { workspace } } = app
  const thread = new OpenThread(app)
  writeFileSync(join(workspace, 'pixel.png'), Buffer.from(pixel, 'base64'))
  writeFileSync(join(workspace, 'report.pdf'), Buffer.from(pdfDocument(['Sales rose', 'Costs fell']), 'base64'))
  const open = page.getByRole('region', { name: 'Editor' })
  await thread.start()
  await page.keyboard.press('Alt+F')
  await page.getByRole('treeitem', { name: /^pixel\.png/ }).click()
  const picture = open.getByRole('img', { name: /pixel\.png/ })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await page.getByRole('treeitem', { name: /^report\.pdf/ }).click()
  await expect(open.getByRole('group', { name: /report\.pdf/ })).toContainText('Sales rose', { timeout: 20_000 })
  await expectAccessible(page, 'a document among the open files')
})

test('a folder of 50,000 files can be opened and navigated', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page } = app
  const { keyboard } = page
  const folder = join(app.folders.workspace, 'many')
  mkdirSync(folder)
  for (let file = 0; file < 50_000; file++)
    writeFileSync(join(folder, `file${String(file).padStart(5, '0')}.txt`), '')
  const thread = new OpenThread(app)
  const row = (name: string) => page.getByRole('treeitem', { name, exact: true })
  await thread.start()
  await keyboard.press('Alt+F')
  await expect(row('many')).toBeFocused()
  await keyboard.press('ArrowRight')
  await expect(row('file00000.txt')).toBeVisible()
  await keyboard.press('End')
  await expect(row('file49999.txt')).toBeFocused()
  await keyboard.type('file25000')
  await expect(row('file25000.txt')).toBeFocused()
  await keyboard.press('PageDown')
  await expect(row('file25000.txt')).not.toBeFocused()
  expect(await page.getByRole('treeitem').count(), 'only what is in sight is drawn').toBeLessThan(200)
  writeFileSync(join(folder, 'file00000-and-more.txt'), '')
  await keyboard.press('Home')
  await expect(row('file00000-and-more.txt')).toBeVisible()
})
