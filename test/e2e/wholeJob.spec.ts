import type { Locator } from '@playwright/test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test('a whole job can be done with the keyboard alone, from Home to the end of a thread', async ({ ownApp: app }) => {
  const { page } = app
  const { keyboard } = page
  const thread = new OpenThread(app)
  await test.step('a thread is started from Home', () => startFromHome(app))

  await test.step('a question is answered, and a change is read', async () => {
    await expect(thread.option('Allow, Allow once')).toBeEnabled()
    await keyboard.press('Alt+Q')
    await keyboard.press('Alt+1')
    await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')
    await reach(thread.lastEntry.getByRole('button', { name: /notes\.txt/ }))
    await keyboard.press('Enter')
    await expect(thread.lastEntry.getByRole('region', { name: /^Diff of .*notes\.txt$/ })).toContainText('Water the beans.')
  })

  await test.step('messages are queued, and sent after Stop', async () => {
    await keyboard.press('Alt+M')
    await keyboard.type('hang')
    await keyboard.press('Enter')
    await expect(thread.button('Stop')).toBeVisible()
    await keyboard.type('hello kingfisher')
    await keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')).toHaveText([/^hello kingfisher/])
    await keyboard.press('ControlOrMeta+.')
    await reach(thread.button('Resume queue'))
    await expect(thread.button('Resume queue'), 'it stands still').toBeEnabled()
    await keyboard.press('Enter')
    await expect(thread.entries('user').last()).toHaveText('hello kingfisher')
    await thread.seeEnd()
  })

  await test.step('a setting is changed', async () => {
    await keyboard.press('ControlOrMeta+,')
    await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
    await keyboard.type('theme')
    await reach(page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }))
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await reach(page.getByRole('button', { name: 'Back' }))
    await keyboard.press('Enter')
    await expect(thread.log).toBeVisible()
  })

  await test.step('messages are found by search', async () => {
    await keyboard.press('ControlOrMeta+Shift+F')
    await keyboard.type('kingfisher')
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).not.toHaveCount(0)
    await keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeHidden()
    await expect(thread.log.getByText('hello kingfisher').first()).toBeInViewport()
  })

  await test.step('the thread is deleted and restored', async () => {
    const links = page.getByRole('navigation', { name: 'Threads' }).getByRole('link')
    await reach(links)
    await keyboard.press('Delete')
    await expect(links).toHaveCount(0)
    await reach(page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }))
    await keyboard.press('Enter')
    await expect(links).toHaveCount(1)
  })
})

const tag = '@slow'
test('a new file is commented on, rejected and brought back with the keyboard alone', { tag }, async ({ ownApp: app }) => {
  const { page } = app
  const { keyboard } = page
  const thread = new OpenThread(app)
  await startFromHome(app)
  await expect(thread.option('Allow, Allow once')).toBeEnabled()
  await keyboard.press('Alt+Q')
  await keyboard.press('Alt+1')
  await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')

  const review = page.getByRole('region', { name: 'Changes', exact: true })
  const hunk = review.getByRole('group', { name: 'Hunk 1 of 1, line 1' })
  await expect(thread.button('Review changes (1)').first()).toBeVisible()
  await keyboard.press('Alt+R')
  await expect(hunk).toBeVisible()
  await keyboard.press('j')
  await expect(hunk).toBeFocused()
  await keyboard.press('c')
  await keyboard.type('hello from the review')
  await keyboard.press('Enter')
  await expect(review.getByRole('button', { name: 'Comment on line 1' })).toBeFocused()
  await keyboard.press('ControlOrMeta+Enter')
  await expect(review.getByRole('button', { name: /^Send to/ })).toBeHidden()
  await expect(review.locator(':focus').or(review.and(page.locator(':focus'))), 'the focus stays').toHaveCount(1)
  await keyboard.press('j')
  await keyboard.press('n')
  await expect(review.getByRole('status')).toHaveText(/1 of 1/)
  expect(existsSync(join(app.folders.workspace, 'notes.txt'))).toBe(false)
  const undo = review.getByRole('button', { name: 'Undo' }).last()
  await reach(undo)
  await expect(undo, 'it takes answers').toHaveAttribute('aria-disabled', 'false')
  await keyboard.press('Enter')
  await expect(review.getByRole('status')).toHaveText(/0 of 1/)
  expect(readFileSync(join(app.folders.workspace, 'notes.txt'), 'utf8')).toContain('Water the beans.')
  await keyboard.press('Escape')
  await expect(review).toBeHidden()
  await expect(thread.state).toHaveText('Ready')
})

/** Presses Tab until the element has the focus. */
async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  // Looked up once, because finding it again at each step takes longer than the steps.
  const element = await target.elementHandle()
  for (let left = 60; left > 0 && !await element?.evaluate(node => node === document.activeElement); left--)
    await target.page().keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function startFromHome(app: App): Promise<void> {
  const { page } = app
  const { keyboard } = page
  await expect(new OpenThread(app).message).toBeFocused()
  await keyboard.type('write notes.txt Water the beans.')
  await reach(page.getByRole('radio', { name: /^Demo agent/ }))
  await keyboard.press('Space')
  await reach(page.getByRole('button', { name: /^Folder: / }))
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(app.folders.workspace)
  await reach(page.getByRole('button', { name: 'Start', exact: true }))
  // The page has scrolled: a button that has just moved takes no clicks for a moment.
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveAttribute('aria-disabled', 'false')
  await keyboard.press('Enter')
}
