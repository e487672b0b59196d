import type { Locator } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const agentOptions = [
  'Yes, water them, Allow once',
  'Yes, every day, Allow always',
  'No, not today, Reject once',
  'No, never, Reject always',
]
const ownOptions = ['Allow once', 'Allow for this thread', 'Always allow in this folder', 'Deny', 'Deny all for this turn']

async function expectOptions(dialog: Locator, names: readonly string[]): Promise<void> {
  const buttons = dialog.getByRole('button')
  await expect(buttons).toHaveCount(names.length)
  for (const [index, name] of names.entries())
    await expect(buttons.nth(index)).toHaveAccessibleName(name)
}

test('the agent\'s options are shown in its order, with its names and what they grant', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('permission')
  await expectOptions(thread.dialog, agentOptions)
  await expect(thread.dialog).toContainText('"fern"')
  await expect(thread.dialog).toContainText('Water the plants')
  await expect(thread.state).toHaveText('Waiting for you')
  await thread.stop()
})

test('each answer reaches the agent and stays in the transcript', async ({ app }) => {
  await app.page.setViewportSize({ width: 1280, height: 3000 })
  const thread = new OpenThread(app)
  await thread.start()
  for (const [index, name] of agentOptions.entries()) {
    expect(await thread.askAndAnswer('permission', name)).toBe('end_turn')
    await expect(thread.dialog).toBeHidden()
    const kind = ['allow_once', 'allow_always', 'reject_once', 'reject_always'][index]
    await expect(thread.entries('agent').nth(index)).toContainText(`(${kind})`)
    await expect(thread.entries('permission').nth(index)).toContainText(`You chose: ${name.slice(0, name.lastIndexOf(','))}`)
    await expect(thread.tool('Water the plants').nth(index)).toHaveAttribute('data-status', index < 2 ? 'completed' : 'failed')
  }
})

test('a question takes no answer for its first half second', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  const watched = app.page.evaluate(() => new Promise<{ inertMs: number, stillOpen: boolean }>((resolve) => {
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
  await thread.send('permission')
  const { inertMs, stillOpen } = await watched
  // A timer may be up to a few milliseconds early by the page's clock.
  expect(inertMs).toBeGreaterThan(480)
  expect(stillOpen).toBe(true)
  await expect(thread.dialog).toBeVisible()
  await thread.stop()
})

test('the keyboard is never put on an allowing button, and Enter and Space approve nothing by themselves', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.message.fill('permission')
  await thread.message.press('Enter')
  await expect(thread.dialog).toBeFocused()
  await expect(thread.option(agentOptions[0]!)).toBeEnabled()
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.press('Space')
  await expect(thread.dialog).toBeFocused()
  await expect(thread.entries('permission')).toContainText('Waiting for you')
  await thread.stop()
})

test('a question is answered with the keyboard alone', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.message.fill('permission')
  await thread.message.press('Enter')
  await expect(thread.option(agentOptions[2]!)).toBeEnabled()
  await app.page.keyboard.press('Alt+3')
  await expect(thread.entries('agent')).toContainText('You chose No, not today')

  await thread.message.fill('permission')
  await thread.message.press('Enter')
  await expect(thread.dialog).toBeFocused()
  await expect(thread.option(agentOptions[0]!)).toBeEnabled()
  for (const name of agentOptions) {
    await app.page.keyboard.press('Tab')
    if (await thread.option(agentOptions[0]!).evaluate(button => button === document.activeElement))
      break
    expect(name).not.toBe(agentOptions.at(-1))
  }
  await app.page.keyboard.press('Enter')
  await app.page.keyboard.press('Space')
  await expect(thread.dialog.getByRole('status')).toHaveText('Enter and Space allow nothing. Press Alt+1 to allow it.')
  await app.page.keyboard.press('Alt+1')
  await expect(thread.entries('agent').last()).toContainText('You chose Yes, water them')
  await expect(thread.message).toBeFocused()
})

test('requests that wait together are counted and answered one after the other', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('several')
  await expect(thread.dialog).toContainText('1 of 3')
  await thread.answer('Allow, Allow once')
  await expect(thread.dialog).toContainText('1 of 2')
  await thread.answer('Reject, Reject once')
  await expect(thread.dialog).not.toContainText('1 of')
  await thread.answer('Allow, Allow once')
  await expect(thread.entries('agent').last()).toContainText('All three are done')
  await expect(thread.entries('permission').filter({ hasText: 'You chose: Allow' })).toHaveCount(2)
  await expect(thread.entries('permission').filter({ hasText: 'You chose: Reject' })).toHaveCount(1)
})

test('Stop answers an open question with cancelled', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('permission')
  await expect(thread.dialog).toBeVisible()
  expect(await thread.stop()).toBe('cancelled')
  await expect(thread.dialog).toBeHidden()
  await expect(thread.entries('permission')).toContainText('Cancelled with the turn')
  await expect(thread.tool('Water the plants')).toHaveAttribute('data-status', 'cancelled')
})

test('another thread is usable while a question waits', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('permission')
  await expect(thread.dialog).toBeVisible()

  await thread.start()
  await expect(thread.dialog).toBeHidden()
  expect(await thread.ask('hello')).toBe('end_turn')
  await expect(app.page.getByRole('status', { name: 'Waiting for you' })).toHaveText('1 waiting')

  await thread.open('permission')
  await thread.answer(agentOptions[0]!)
  await expect(thread.entries('agent')).toContainText('You chose Yes, water them')
  await expect(app.page.getByRole('status', { name: 'Waiting for you' })).toBeHidden()
})

test('Parley itself asks about a command that nothing approved', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('unasked')
  await expectOptions(thread.dialog, ownOptions)
  await expect(thread.dialog).toContainText('echo "Nobody asked you about me"')
  await expect(thread.dialog).toContainText(app.folders.workspace)
  await expect(thread.dialog).toContainText('Every command of this agent in this thread')
  await thread.answer('Allow once')
  await expect(thread.terminal).toContainText('Nobody asked you about me')
  await expect(thread.entries('permission')).toContainText('Parley asked')

  expect(await thread.askAndAnswer('unasked once more', 'Deny')).toBe('end_turn')
  await expect(thread.entries('agent').last()).toContainText('I could not run')
  await expect(thread.terminal).toHaveCount(1)
})

test('allowed for the thread, a command is not asked about again in it', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('unasked', 'Allow for this thread')
  expect(await thread.ask('unasked again')).toBe('end_turn')
  await expect(thread.terminal).toHaveCount(2)

  await thread.start()
  await thread.send('unasked in another thread')
  await expectOptions(thread.dialog, ownOptions)
  await thread.stop()
})

test('allowed in the folder, a command is not asked about again there, even after a restart', async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.askAndAnswer('unasked', 'Always allow in this folder')
  await app.restart()
  await thread.start()
  expect(await thread.ask('unasked in another thread')).toBe('end_turn')
  await expect(thread.terminal).toContainText('Nobody asked you about me')
})

test('Parley itself asks about a path outside the folder, and denies it in exact words', async ({ app }) => {
  const outside = join(app.folders.outside, 'secret.txt')
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send(`outside ${outside}`)
  await expectOptions(thread.dialog, ownOptions)
  await expect(thread.dialog).toContainText(outside)
  await thread.answer('Deny')
  await expect(thread.log).toContainText('File access denied: path outside workspace')
  await expect(thread.entries('permission')).toContainText('You chose: Deny')
})

test('a file that controls programs is asked about each time', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.main.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('Act')
  await thread.send('write AGENTS.md Be kind')
  await expectOptions(thread.dialog, ['Allow once', 'Deny', 'Deny all for this turn'])
  await thread.answer('Allow once')
  await expect(thread.entries('agent')).toContainText('I have written AGENTS.md')
  expect(readFileSync(join(app.folders.workspace, 'AGENTS.md'), 'utf8')).toBe('Be kind\n')
})
