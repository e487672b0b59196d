import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('messages are queued and changed by keyboard while a turn runs', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  const { keyboard } = app.page
  const items = () => app.page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
  const item = (text: string) => items().filter({ hasText: text })
  const press = async (text: string, button: string) => {
    const found = item(text).getByRole('button', { name: button, exact: true })
    await expect(found).toBeEnabled()
    await found.focus()
    await app.page.keyboard.press('Enter')
  }
  const queue = async (text: string) => {
    await thread.message.fill(text)
    await thread.message.press('Enter')
    await expect(item(text)).toBeVisible()
    await expect(thread.message).toHaveValue('')
  }

  await test.step('Enter queues, and a queued message can be edited, moved, held and removed', async () => {
    await thread.send('hang')
    await expect(thread.button('Stop')).toBeVisible()
    await expect(thread.message, 'one writes on after a click on Send').toBeFocused()
    for (const text of ['first', 'second', 'third', 'fourth'])
      await queue(text)
    await expect(thread.message).toBeFocused()
    await press('third', 'Move up')
    await expect(items()).toHaveText([/^first/, /^third/, /^second/, /^fourth/])
    await expect(item('third').getByRole('button', { name: 'Move up' })).toBeFocused()
    await press('first', 'Edit')
    await expect(app.page.getByRole('textbox', { name: 'Queued message' })).toBeFocused()
    await keyboard.press('End')
    await keyboard.type(' of all')
    await keyboard.press('Enter')
    await expect(item('first of all')).toBeVisible()
    await expect(item('first of all').getByRole('button', { name: 'Edit' })).toBeFocused()
    await press('second', 'Hold')
    await expect(item('second')).toContainText('Held')
    await press('fourth', 'Remove')
    await expect(items()).toHaveCount(3)
    await expect(item('first').getByRole('button', { name: 'Edit' })).toBeFocused()
  })

  await test.step('sending a message at once stops the turn, after a confirmation', async () => {
    await press('third', 'Send now')
    const dialog = app.page.getByRole('dialog', { name: 'Send now' })
    await expect(dialog.getByRole('button', { name: 'Let it work' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(items()).toHaveCount(3)
    await press('third', 'Send now')
    await dialog.getByRole('button', { name: 'Stop and send' }).press('Enter')
    await expect(thread.entries('user').last()).toHaveText('first of all')
    await expect(items()).toHaveText([/^second/])
    await thread.seeEnd()
  })

  await test.step('Stop pauses the queue', async () => {
    await press('second', 'Remove')
    await thread.send('hang')
    await queue('after Stop')
    await thread.button('Stop').click()
    await expect(app.page.getByRole('status').filter({ hasText: 'Queue paused' })).toContainText('you stopped the agent')
    await thread.button('Remove').click()
    await expect(thread.message).toBeFocused()
  })
})
