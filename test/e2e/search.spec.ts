import type { Page } from '@playwright/test'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('messages are found in all threads and in one', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const { page } = app
  const box = page.getByRole('searchbox', { name: 'Search everything' })

  await thread.start()
  await thread.ask('long 30')
  await thread.start()
  await thread.ask('hello kingfisher')

  await test.step('in all threads, where Enter goes to the match and highlights it', async () => {
    await page.keyboard.press('Control+Shift+F')
    await box.fill('"paragraph 7 of"')
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect(results).toHaveCount(1)
    await expect(results).toContainText('long 30')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Paragraph 7 of 30')
    await box.press('Enter')

    await expect(box).toBeHidden()
    await expect(thread.log.getByText('Paragraph 7 of 30')).toBeInViewport()
    expect(await marked(page)).toEqual(['Paragraph 7 of'])
  })

  await test.step('in one thread, from match to match', async () => {
    await thread.message.focus()
    await page.keyboard.press('Control+F')
    const find = page.getByRole('search', { name: 'Find in thread' })
    await find.getByRole('textbox').fill('PARAGRAPH 1')
    await expect(find.getByRole('status')).toHaveText('11 of 11')
    await expect(thread.log.getByText('Paragraph 19 of 30')).toBeInViewport()
    await find.getByRole('button', { name: 'Next match' }).click()
    await expect(find.getByRole('status')).toHaveText('1 of 11')
    await expect(thread.log.getByText('Paragraph 1 of 30')).toBeInViewport()
    await find.getByRole('button', { name: 'Previous match' }).click()
    await expect(thread.log.getByText('Paragraph 19 of 30')).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(find).toBeHidden()
    await expect(thread.message).toBeFocused()
    expect(await marked(page)).toEqual([])
  })
})

/** The text that the page highlights as the current match. */
async function marked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...CSS.highlights.get('found-here') ?? []].map(range => range.toString()))
}
