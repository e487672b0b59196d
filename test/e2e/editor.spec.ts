import type { App } from './fixtures'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostile, scripted } from '../support/scriptedAgent'
import { expectAccessible } from './app/accessibility'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const text = 'one\ntwo\nthree\nfour\nfive\nsix\n'

test.use({
  agents: { Files: scripted('filesByRequest'), Puppet: hostile('puppet') },
  prepare: async ({}, use) => { // eslint-disable-line no-empty-pattern -- Playwright reads there what a fixture needs
    await use(({ workspace }) => {
      mkdirSync(join(workspace, 'src'))
      writeFileSync(join(workspace, 'src/app.ts'), text)
      writeFileSync(join(workspace, 'src/notes.md'), '# Turned \u202E around\n')
      writeFileSync(join(workspace, 'marked.txt'), '\uFEFFone\r\ntwo\r\nthree\r\n')
      writeFileSync(join(workspace, 'list.txt'), 'See src/app.ts:4 and src/notes.md now.')
    })
  },
})

/** Opens a thread whose agent names files, and returns what is beside it. */
async function started(app: App) {
  const { page, folders } = app
  const thread = new OpenThread(app)
  await thread.start('Files')
  await thread.finish('read list.txt')
  const answer = thread.entries('agent').first()
  return {
    page,
    thread,
    pane: page.getByRole('region', { name: 'Editor' }),
    code: page.getByRole('textbox', { name: 'app.ts' }),
    tab: (name: string) => page.getByRole('tab', { name }),
    saved: () => readFileSync(join(folders.workspace, 'src/app.ts'), 'utf8'),
    async open(name: string): Promise<void> {
      await answer.getByRole('link', { name }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Open here' }).click()
    },
    async openByName(name: string): Promise<void> {
      await page.keyboard.press('ControlOrMeta+p')
      await page.keyboard.type(name)
      await expect(page.getByRole('option', { selected: true, name })).toBeVisible()
      await page.keyboard.press('Enter')
    },
  }
}

test('a file is edited beside its thread, read by the agent unsaved, and saved', { tag: '@both' }, async ({ ownApp: app }) => {
  const { page, thread, pane, code, tab, saved, open } = await started(app)

  await test.step('it opens at the line, focused', async () => {
    await open('src/app.ts:4')
    await expect(code).toBeFocused()
    await expect(pane.getByRole('button', { name: 'Line 4, column 1' })).toBeVisible()
    await expect(pane).toContainText(/TypeScript.*Spaces: 2.*UTF-8.*LF/)
  })

  await test.step('typed text is unsaved, and the agent reads it', async () => {
    await page.keyboard.press('End')
    await page.keyboard.type(' and more')
    await expect(tab('app.ts, unsaved')).toBeVisible()
    await expect(pane.getByRole('status')).toContainText(['This file has unsaved changes.'])
    await thread.finish('read src/app.ts')
    await expect(thread.entries('agent').last()).toContainText('four and more')
    expect(saved()).toBe(text)
  })

  await test.step('text that the agent writes is merged and marked as the agent\'s until edited', async () => {
    await thread.finish('replace src/app.ts two TWO\\nand_a_half')
    await expect(pane).toContainText('2 lines by Files')
    await expect(code.locator('.cm-fresh')).toHaveText([/^TWOFiles, /, 'and_a_half'])
    await expect(code).toContainText('four and more')
    await code.click()
    await page.setViewportSize({ width: 1000, height: 720 })
    for (const bar of [pane.getByRole('navigation'), pane.getByRole('button', { name: /^Line / })])
      await expect.poll(() => bar.locator('..').evaluate(({ clientHeight }) => clientHeight), 'a row, not two').toBeLessThan(48)
    await page.keyboard.press('F7')
    await page.keyboard.type('x')
    await expect(pane).toContainText('1 line by Files')
    await pane.getByRole('button', { name: 'File menu' }).click()
    await page.getByRole('menuitem', { name: 'Dismiss the marks' }).click()
    await expect(code.locator('.cm-fresh')).toHaveCount(0)
  })

  await test.step('Ctrl+S saves', async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await expect(tab('app.ts')).not.toHaveAccessibleName(/unsaved/)
    expect(saved()).toBe('one\nxTWO\nand_a_half\nthree\nfour and more\nfive\nsix\n')
  })
})

test('other actions in an open file', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, thread, pane, code, tab, saved, open, openByName } = await started(app)
  const alert = pane.getByRole('alert')
  const fromMenu = async (name: string): Promise<void> => {
    await pane.getByRole('button', { name: 'File menu' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  /** The person and the agent write the same line. */
  const bothWrite = async (from: string, to: string): Promise<void> => {
    await code.click()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('my ')
    await thread.finish(`replace src/app.ts ${from} ${to}`)
    await expect(alert).toContainText('Files changed the same lines as you.')
  }
  await open('src/app.ts:4')
  await expect(code).toBeFocused()
  await thread.finish('read src/app.ts')

  await test.step('a conflict is settled with the agent\'s lines', async () => {
    await bothWrite('one', 'One')
    await alert.getByRole('button', { name: 'Take theirs' }).click()
    await expect(alert).toBeHidden()
    await expect(code).toBeFocused()
    await expect(code).not.toContainText('my')
    await expect(tab('app.ts')).not.toHaveAccessibleName(/unsaved/)
  })

  await test.step('a conflict is settled with both versions, between markers', async () => {
    await bothWrite('One', 'oNE')
    await alert.getByRole('button', { name: 'Merge' }).click()
    await expect(alert).toBeHidden()
    for (const part of ['<<<<<<<', 'my One', '=======', 'oNE', '>>>>>>>'])
      await expect(code).toContainText(part)
    expect(saved()).not.toContain('<')
    await fromMenu('Revert to the saved file')
    await expect(code).not.toContainText('my')
  })

  await test.step('a conflict is settled with the person\'s lines, after a comparison', async () => {
    await bothWrite('oNE', 'ONE')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog', { name: 'app.ts changed on disk' }).getByRole('button', { name: 'Keep editing' }).click()
    expect(saved()).not.toContain('my')
    await alert.getByRole('button', { name: 'Show the difference' }).click()
    const dialog = page.getByRole('dialog', { name: 'Files’s version and yours' })
    await expect(dialog).toContainText('my oNE')
    await expect(dialog.getByRole('button')).toHaveText(['', '', 'Keep editing', 'Keep mine', 'Take theirs', 'Merge'])
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(dialog).toBeHidden()
    await expect(alert).toBeHidden()
    await expect(code).toBeFocused()
    await expect(code).toContainText('my oNE')
  })

  await test.step('unsaved text is compared with the disk, reverted, and restored by Undo', async () => {
    await fromMenu('Compare with the saved file')
    await expect(code.locator('.cm-deletedChunk')).toContainText('ONE')
    await pane.getByRole('button', { name: 'Close the comparison' }).click()
    await fromMenu('Revert to the saved file')
    await expect(code).toContainText('ONE')
    await expect(tab('app.ts')).not.toHaveAccessibleName(/unsaved/)
    await code.focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(code).toContainText('my oNE')
  })

  await test.step('text is found and replaced by keyboard', async () => {
    await page.keyboard.press('ControlOrMeta+f')
    await expect(pane.getByRole('textbox', { name: 'Find' })).toBeFocused()
    await page.keyboard.type('o')
    await expect(pane.getByRole('search')).toContainText('3')
    await page.keyboard.press('Tab')
    await pane.getByRole('textbox', { name: 'Replace with' }).fill('0')
    await pane.getByRole('button', { name: 'Replace all' }).click()
    await expect(code).toContainText('f0ur')
    await expectAccessible(page, 'an open file that is searched', '[aria-label=Editor]')
    await page.keyboard.press('Escape')
    await expect(code).toBeFocused()
  })

  await test.step('a line is reached by its number, and lines are added to the message', async () => {
    await page.keyboard.press('Control+g')
    await page.keyboard.type('3:2')
    await page.keyboard.press('Enter')
    await expect(pane.getByRole('button', { name: 'Line 3, column 2' })).toBeVisible()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ControlOrMeta+l')
    await expect(thread.message).toBeFocused()
    await expect(thread.message).toHaveValue('@src/app.ts:3-4 ')
    await thread.message.fill('')
  })

  await test.step('Tab indents, and moves the focus after Escape', async () => {
    await code.focus()
    await page.keyboard.press('Tab')
    await expect(code).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(code).not.toBeFocused()
  })

  await test.step('the editor is read-only while the file is', async () => {
    const file = join(app.folders.workspace, 'src/app.ts')
    const banner = pane.getByText('Its permissions allow nobody to write it.')
    await code.focus()
    await page.keyboard.press('ControlOrMeta+End')
    chmodSync(file, 0o444)
    await expect(banner).toBeVisible()
    await page.keyboard.type('locked')
    chmodSync(file, 0o644)
    await expect(banner).toBeHidden()
    await page.keyboard.type('free')
    await expect(code).toContainText('free')
    await expect(code).not.toContainText('locked')
  })

  await test.step('changes by others are overwritten only after confirmation', async () => {
    writeFileSync(join(app.folders.workspace, 'src/app.ts'), 'theirs\ntwo\n')
    await code.focus()
    await page.keyboard.press('ControlOrMeta+s')
    const dialog = page.getByRole('dialog', { name: 'app.ts changed on disk' })
    await expect(dialog).toContainText('theirs')
    expect(saved()).toBe('theirs\ntwo\n')
    await dialog.getByRole('button', { name: 'Save over it' }).click()
    await expect(dialog).toBeHidden()
    await expect(tab('app.ts')).not.toHaveAccessibleName(/unsaved/)
    await expect(alert).toBeHidden()
    expect(saved()).toContain('my 0NE\n')
    expect(saved()).not.toContain('theirs')
  })

  await test.step('a comparison with the turn\'s start ignores line endings', async () => {
    await thread.finish('read marked.txt\nreplace marked.txt two TWO')
    await openByName('marked.txt')
    await expect(page.getByRole('textbox', { name: 'marked.txt' })).toContainText('TWO')
    await fromMenu('Compare with the turn’s start')
    await expect(pane).toContainText('What differs from the turn’s start')
    await expect(pane.locator('.cm-deletedChunk')).toHaveText(['two'])
    await thread.finish('read list.txt')
    await fromMenu('Compare with the turn’s start')
    await expect(pane).toContainText('What differs from the saved file; no change is recorded in this turn')
    await expect(pane.locator('.cm-deletedChunk')).toHaveCount(0)
    await tab('marked.txt').press('Delete')
    await code.focus()
    await page.keyboard.type('more')
  })

  await test.step('misleading characters are escaped, and tabs survive a reload', async () => {
    await openByName('notes.md')
    await expect(page.getByRole('textbox', { name: 'notes.md' })).toContainText('⟨U+202E⟩')
    await tab('notes.md').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(tab('app.ts, unsaved')).toBeFocused()
    await page.reload()
    await expect(tab('app.ts, unsaved')).toHaveAttribute('aria-selected', 'true')
    await expect(code).toContainText('f0ur')
    await tab('app.ts').focus()
    await page.keyboard.press('Delete')
    await expect(tab('notes.md')).toBeFocused()
    await openByName('app.ts')
    await tab('app.ts').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Close others' }).click()
    await expect(tab('notes.md')).toHaveCount(0)
    await tab('app.ts').press('Delete')
    await expect(pane).toBeHidden()
    expect(saved()).not.toContain('more')
  })
})

test('typed text appears in every window', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, code, tab, saved, open } = await started(app)
  await open('src/app.ts:4')
  const other = await page.context().newPage()
  const session = await page.evaluate(() => sessionStorage.getItem('parley.session'))
  await other.addInitScript(value => sessionStorage.setItem('parley.session', value!), session) // as of a tab that is duplicated
  await other.goto(page.url())
  const there = other.getByRole('textbox', { name: 'app.ts' })
  await expect(there).toContainText('four')
  await code.press('ControlOrMeta+Home')
  await page.keyboard.type('here ')
  await expect(there).toContainText('here one')
  await there.press('ControlOrMeta+End')
  await Promise.all([other.keyboard.type('there'), page.keyboard.type('and ')])
  for (const text of [code, there])
    await expect(text).toContainText(/here and one.*sixthere/)
  await there.press('ControlOrMeta+s')
  await expect(tab('app.ts')).not.toHaveAccessibleName(/unsaved/)
  expect(saved()).toBe('here and one\ntwo\nthree\nfour\nfive\nsix\nthere')
  await other.close()
})

test('typed text is restored after Parley was killed', { tag: ['@both', '@slow'] }, async ({ ownApp: app }) => {
  app.allowError(/WebSocket|ERR_CONNECTION_REFUSED/)
  const { code, tab, saved, open } = await started(app)
  await open('src/app.ts:4')
  await code.press('ControlOrMeta+End')
  await app.page.keyboard.type('first words')
  await expect(tab('app.ts, unsaved')).toBeVisible()
  await app.page.keyboard.type(' and those within which it is killed', { delay: 20 })
  const killed = app.restartKilled()
  await app.page.keyboard.type(' lost').catch(() => undefined) // the desktop's window may be gone
  await killed
  await app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link').first().click()
  await expect(app.page.getByRole('tab', { name: 'app.ts, unsaved' })).toBeVisible()
  await expect(app.page.getByRole('textbox', { name: 'app.ts' })).toContainText('first words and')
  expect(saved()).toBe(text)
})

test('the file that the agent works on is activated without taking the focus', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, folders } = app
  const thread = new OpenThread(app)
  const call = (name: string, line: number) =>
    ({ sessionUpdate: 'tool_call', toolCallId: name, title: 'Read', locations: [{ path: join(folders.workspace, name), line }] })
  await thread.start('Puppet')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Follow the agent')
  await page.getByRole('option', { name: 'Follow the agent', exact: true }).click()
  await thread.message.fill(JSON.stringify([{ update: call('/src/app.ts', 4) }]))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Line 4, column 1' })).toBeVisible()
  await expect(thread.message).toBeFocused()
  await thread.finish(JSON.stringify([{ update: call('/src/notes.md', 1) }, { update: call('/../outside/secret.txt', 1) }]))
  await expect(page.getByRole('region', { name: 'Editor' }).getByRole('tab')).toHaveText(['notes.md'])
})
