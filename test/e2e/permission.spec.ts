import type { Page } from '@playwright/test'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const agentOptions = [
  'Yes, water them, Allow once',
  'Yes, every day, Allow always',
  'No, not today, Reject once',
  'No, never, Reject always',
]
const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always']

/** The answer reached the agent and stays in the transcript. */
async function expectChosen(thread: OpenThread, index: number): Promise<void> {
  const name = agentOptions[index]!
  await thread.seeEnd()
  await expect(thread.dialog).toBeHidden()
  await expect(thread.entries('agent').last()).toContainText(`(${kinds[index]})`)
  await expect(thread.entries('permission').last()).toContainText(`You chose: ${name.slice(0, name.lastIndexOf(','))}`)
  await expect(thread.tool('Water the plants').last()).toHaveAttribute('data-status', index < 2 ? 'completed' : 'failed')
}

/** How long the next question takes no answer, and whether it is still open after a click at its first moment. */
function watchInertness(page: Page): Promise<{ inertMs: number, stillOpen: boolean }> {
  return page.evaluate(() => new Promise((resolve) => {
    let shownAt = 0
    const look = (): void => {
      const button = document.querySelector<HTMLElement>('[role=alertdialog] [data-allows=true]')
      if (!button)
        return
      if (shownAt === 0) {
        shownAt = performance.now()
        button.click()
      }
      if (button.getAttribute('aria-disabled') === 'false') {
        observer.disconnect()
        resolve({ inertMs: performance.now() - shownAt, stillOpen: button.isConnected })
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  }))
}

test('a question of the agent', async ({ app }) => {
  const { keyboard } = app.page
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('shows the options in the agent’s order, with their names and effects', async () => {
    await thread.send('permission')
    await thread.expectOptions(agentOptions)
    await expect(thread.dialog).toContainText('"fern"')
    await expect(thread.dialog).toContainText('Water the plants')
    await expect(thread.state).toHaveText('Waiting for you')
  })

  await test.step('is cancelled by Stop', async () => {
    expect(await thread.stop()).toBe('cancelled')
    await expect(thread.dialog).toBeHidden()
    await expect(thread.entries('permission')).toContainText('Cancelled with the turn')
    await expect(thread.tool('Water the plants')).toHaveAttribute('data-status', 'cancelled')
  })

  await test.step('accepts no answer for its first half second', async () => {
    const watched = watchInertness(app.page)
    await thread.message.fill('permission')
    await thread.message.press('Enter')
    const { inertMs, stillOpen } = await watched
    // A timer may be up to a few milliseconds early by the page's clock.
    expect(inertMs).toBeGreaterThan(480)
    expect(stillOpen).toBe(true)
    await expect(thread.dialog).toBeVisible()
  })

  await test.step('never focuses a button that allows, and ignores Enter and Space', async () => {
    await keyboard.press('Alt+Q')
    await expect(thread.dialog).toBeFocused()
    await expect(thread.option(agentOptions[0]!)).toBeEnabled()
    await keyboard.press('Enter')
    await expect(thread.dialog).toBeFocused()
    await expect(thread.entries('permission').last()).toContainText('Waiting for you')
  })

  await test.step('leaves typing to the message', async () => {
    await keyboard.type('and then')
    await expect(thread.message).toBeFocused()
    await expect(thread.message).toHaveValue('and then')
    await keyboard.press('Alt+Q')
    await keyboard.press('Tab')
    await keyboard.type(', quickly')
    await expect(thread.message).toHaveValue('and then, quickly')
    await thread.message.fill('')
    await keyboard.press('Alt+Q')
    await expect(thread.dialog).toBeFocused()
  })

  await test.step('is answered with the keyboard alone', async () => {
    await keyboard.press('Alt+3')
    await expectChosen(thread, 2)

    await thread.message.fill('permission')
    await thread.message.press('Enter')
    await expect(thread.dialog).toBeVisible()
    await expect(thread.message).toBeFocused()
    await keyboard.press('Alt+Q')
    await expect(thread.option(agentOptions[0]!)).toBeEnabled()
    for (const name of agentOptions) {
      await keyboard.press('Tab')
      if (await thread.option(agentOptions[0]!).evaluate(button => button === document.activeElement))
        break
      expect(name).not.toBe(agentOptions.at(-1))
    }
    await keyboard.press('Enter')
    await keyboard.press('Space')
    await expect(thread.dialog.getByRole('status')).toHaveText('Enter and Space don’t allow anything. Press Alt+1 to allow it.')
    await keyboard.press('Alt+1')
    await expectChosen(thread, 0)
    await expect(thread.message).toBeFocused()
  })

  await test.step('is answered with a click', async () => {
    for (const index of [1, 3]) {
      expect(await thread.askAndAnswer('permission', agentOptions[index]!)).toBe('end_turn')
      await expectChosen(thread, index)
    }
  })

  await test.step('leaves other threads usable while it waits', async () => {
    await thread.send('permission')
    await expect(thread.dialog).toBeVisible()

    await thread.start()
    await expect(thread.dialog).toBeHidden()
    expect(await thread.ask('hello')).toBe('end_turn')
    await expect(app.page.getByRole('button', { name: '1 waiting' })).toBeVisible()

    await thread.open('permission')
    await thread.answer(agentOptions[0]!)
    await expectChosen(thread, 0)
    await expect(app.page.getByRole('button', { name: '1 waiting' })).toBeHidden()
  })

  await test.step('that waits with others is counted, and they are answered one by one', async () => {
    await thread.start()
    await thread.send('several')
    await expect(thread.dialog).toContainText('1 of 3')
    await thread.answer('Allow, Allow once')
    await expect(thread.dialog).toContainText('1 of 2')
    await expect(thread.option('Reject, Reject once')).toBeEnabled()
    // The second click of a double click falls on the place of the next question's button.
    await thread.option('Reject, Reject once').dblclick()
    await expect(thread.dialog).not.toContainText('1 of')
    await thread.answer('Allow, Allow once')
    await expect(thread.entries('agent').last()).toContainText('All three are done')
    await thread.seeEnd()
    await expect(thread.entries('permission').filter({ hasText: 'You chose: Allow' })).toHaveCount(2)
    await expect(thread.entries('permission').filter({ hasText: 'You chose: Reject' })).toHaveCount(1)
  })
})
