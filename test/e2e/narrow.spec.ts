import type { Page } from '@playwright/test'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

/** How far the page could be scrolled sideways, in pixels. */
function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.scrollingElement!.scrollWidth - window.innerWidth)
}

test('in a narrow window', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('nothing scrolls sideways, whatever an agent shows', async () => {
    await app.page.setViewportSize({ width: 600, height: 800 })
    await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await thread.start()
    await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
    for (const text of ['unicode', 'many', 'markdown', 'diff', 'help']) {
      expect(await thread.ask(text)).toBe('end_turn')
      expect(await sideways(app.page), text).toBeLessThanOrEqual(0)
      for (const part of [thread.log, thread.main])
        expect(await part.evaluate(element => element.scrollWidth - element.clientWidth), text).toBeLessThanOrEqual(0)
    }
  })

  await test.step('a question and the way to stop stay in reach', async () => {
    await app.page.setViewportSize({ width: 600, height: 600 })
    await thread.send('write a-file-with-quite-a-long-name-that-has-to-go-somewhere.txt')
    for (const name of ['Allow, Allow once', 'Reject, Reject once'])
      await expect(thread.option(name)).toBeInViewport({ ratio: 1 })
    await expect(thread.button('Stop')).toBeInViewport({ ratio: 1 })
    expect(await sideways(app.page)).toBeLessThanOrEqual(0)
    await thread.stop()
  })

  await test.step('the New thread form needs no scrolling, whichever agent is picked', async () => {
    await app.page.setViewportSize({ width: 420, height: 800 })
    const side = app.page.getByRole('complementary', { name: 'Sidebar' })
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await expect(side, 'the sidebar over the thread has the keyboard').toBeFocused()
    await app.page.keyboard.press('Escape')
    await expect(side).toBeHidden()
    await app.page.getByRole('button', { name: 'Show threads' }).click()
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await expect(form.getByRole('button', { name: /more agents$/ })).toBeVisible()
    for (const name of [/^Demo agent/, /^Claude/]) {
      await form.getByRole('radio', { name }).check()
      await expect(form.getByRole('button', { name: 'Agent settings' })).toBeVisible()
      await expect.poll(() => form.evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight - clientHeight,
        scrollWidth - clientWidth,
      ]), { message: String(name) }).toEqual([0, 0])
    }
  })
})
