import type { Locator } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('a whole job can be done with the mouse, except for typing', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  const path = join(app.folders.workspace, 'list.txt')
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}.\n`)
  writeFileSync(path, lines.join(''))
  const isAsBefore = (...indexes: number[]): boolean[] => indexes.map(index => readFileSync(path, 'utf8').includes(lines[index]!))
  const write = async (box: Locator, text: string): Promise<void> => {
    await box.click()
    await page.keyboard.type(text)
  }

  await test.step('a thread is started from Home', async () => {
    await write(thread.message, 'edit list.txt line 5. -> five')
    await page.getByRole('radio', { name: /^Demo agent/ }).click()
    await page.getByRole('button', { name: 'Choose folder' }).click()
    await write(page.getByRole('textbox', { name: 'Folder' }), app.folders.workspace)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
  })

  await test.step('questions are answered, and changes are read', async () => {
    await thread.answer('Allow, Allow once')
    await thread.seeEnd()
    await write(thread.message, 'edit list.txt line 30. -> thirty')
    await thread.button('Send').click()
    await thread.answer('Allow, Allow once')
    await thread.seeEnd()
    await thread.lastEntry.getByRole('button', { name: /list\.txt/ }).click()
    await expect(thread.lastEntry.getByRole('region', { name: /^Diff of .*list\.txt$/ })).toContainText('thirty')
  })

  await test.step('one hunk of two is rejected in the review', async () => {
    const review = page.getByRole('region', { name: 'Changes', exact: true })
    // The header's, of the whole thread.
    await thread.main.getByRole('button', { name: 'Review changes (1)' }).first().click()
    await review.getByRole('button', { name: 'Reject hunk' }).first().click()
    await expect.poll(() => isAsBefore(5, 30)).toEqual([true, false])
    await review.getByRole('button', { name: 'Back' }).click()
    await expect(review).toBeHidden()
  })

  await test.step('files are restored to the first message, which can be undone', async () => {
    const first = thread.entries('user').filter({ hasText: 'line 5.' })
    await thread.log.hover()
    await page.mouse.wheel(0, -5_000)
    await first.hover()
    await first.getByRole('button', { name: 'Restore files to here' }).click()
    await page.getByRole('dialog', { name: 'Restore files' }).getByRole('button', { name: 'Restore', exact: true }).click()
    await expect.poll(() => isAsBefore(5, 30)).toEqual([true, true])
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => isAsBefore(5, 30)).toEqual([true, false])
  })

  await test.step('a setting is changed', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(thread.log).toBeVisible()
  })
})
