import type { Locator } from '@playwright/test'
import { pacedDemoAgent } from './app/agentCommand'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Paced: pacedDemoAgent(30) } })

const allow = 'Allow, Allow once'

/** Number of pixels of the conversation below the view. */
function distance(log: Locator): Promise<number> {
  return log.evaluate(element => Math.round(element.scrollHeight - element.clientHeight - element.scrollTop))
}

/** The end is in view and stays there. */
async function expectAtEnd(thread: OpenThread, after: string): Promise<void> {
  await expect.poll(() => distance(thread.log), { message: `at the end after ${after}` }).toBeLessThanOrEqual(1)
  await expect(thread.button('Jump to latest')).toBeHidden()
}

test('the end stays in view through questions, terminals, pictures and changes of the window', { tag: '@slow' }, async ({ app }) => {
  test.slow() // every command really runs
  await app.page.setViewportSize({ width: 1200, height: 800 })
  const thread = new OpenThread(app)
  await thread.start()
  for (const command of ['terminal long', 'short']) {
    await thread.send(command)
    await expect(thread.option(allow)).toBeEnabled()
    await expectAtEnd(thread, `the question of "${command}"`)
    await thread.answer(allow)
    await expect(thread.dialog).toBeHidden()
    await expectAtEnd(thread, `the answer to "${command}"`)
    await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end', { timeout: 30_000 })
    await expectAtEnd(thread, `"${command}"`)
  }
  for (const text of ['image', 'markdown', 'many']) {
    await thread.finish(text)
    await expectAtEnd(thread, `"${text}"`)
  }
  for (const [width, height] of [[600, 400], [1400, 900], [900, 300], [1200, 800]] as const) {
    await app.page.setViewportSize({ width, height })
    await expectAtEnd(thread, `a window of ${width} × ${height}`)
  }
  await thread.message.focus()
  for (let line = 0; line < 6; line++) {
    await app.page.keyboard.type('a line')
    await app.page.keyboard.press('Shift+Enter')
  }
  await expectAtEnd(thread, 'a message of six lines')
  await thread.message.fill('')
  await expectAtEnd(thread, 'an empty message')
  for (const turn of ['off', 'on']) {
    await app.page.keyboard.press('Alt+L')
    await expectAtEnd(thread, `the agent log was switched ${turn}`)
  }
  await thread.message.fill('a\nlong\nmessage\nof\nmany\nlines')
  await expectAtEnd(thread, 'a draft of many lines')
})

test('a reader who scrolls away stays in place while the answer grows, until they jump to its end', { tag: '@slow' }, async ({ app }) => {
  await app.page.setViewportSize({ width: 1200, height: 700 })
  const thread = new OpenThread(app)
  await thread.start('Paced')
  await thread.send('long 90')
  await expect.poll(() => thread.log.evaluate(log => log.scrollHeight - log.clientHeight)).toBeGreaterThan(300)
  await thread.log.hover()
  await app.page.mouse.wheel(0, -250)
  const jump = app.page.getByRole('button', { name: 'Jump to latest' })
  await expect(jump).toBeVisible()

  const top = await thread.log.evaluate(log => log.scrollTop)
  const size = await thread.log.evaluate(log => log.scrollHeight)
  await expect.poll(() => thread.log.evaluate(log => log.scrollHeight), { message: 'the answer goes on' }).toBeGreaterThan(size + 100)
  expect(Math.abs(await thread.log.evaluate(log => log.scrollTop) - top)).toBeLessThanOrEqual(1)

  await jump.click()
  await expectAtEnd(thread, 'the jump')
  await expect
    .poll(() => thread.log.evaluate(log => log.scrollHeight), { message: 'the answer still goes on' })
    .toBeGreaterThan(size + 200)
  await expectAtEnd(thread, 'more of the answer')
  await thread.stop()
})
