import type { Locator } from '@playwright/test'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

// On the desktop too. In the gate the whole job below is done.
const inBoth = ['@both', '@slow']
test('a thread is started, prompted, approved and stopped with the keyboard alone', { tag: inBoth }, async ({ app }) => {
  const { keyboard } = app.page
  const thread = new OpenThread(app)
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await keyboard.press('Alt+N')
  await expect(app.page.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(app.folders.workspace)
  // Enter leads to Start where nothing was started yet; there it is the press that trusts.
  await keyboard.press('Enter')
  await expect(app.page.getByRole('button', { name: 'Start', exact: true })).toBeFocused()
  await keyboard.press('Enter')

  await expect(thread.message).toBeFocused()
  await keyboard.type('run echo by-keyboard')
  await keyboard.press('Enter')
  await expect(thread.option('Allow, Allow once')).toBeEnabled()
  await keyboard.press('Alt+1')
  await thread.seeEnd()
  await expect(thread.terminal).toContainText('by-keyboard')

  await keyboard.press('Alt+M')
  await expect(thread.message).toBeFocused()
  await keyboard.type('hang')
  await keyboard.press('Enter')
  await expect(thread.entries('agent').last()).toContainText('I say nothing more')
  await keyboard.press('ControlOrMeta+.')
  await thread.seeEnd()
  expect(await thread.endReason()).toBe('cancelled')

  await keyboard.press('ControlOrMeta+K')
  await expect(app.page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(app.page.getByRole('dialog', { name: 'Command palette' })).toBeHidden()
})

test('with the keyboard alone', async ({ app }) => {
  const { keyboard } = app.page
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('a command that asks is answered', async () => {
    await keyboard.type('interactive')
    await keyboard.press('Enter')
    await expect(thread.option('Allow, Allow once')).toBeEnabled()
    await keyboard.press('Alt+1')
    await expect(thread.terminal).toContainText('What is your name?')
    await keyboard.press('Alt+T')
    await keyboard.press('Enter')
    await expect(thread.terminal.getByRole('textbox')).toBeFocused()
    await keyboard.type('Ada')
    await keyboard.press('Enter')
    await thread.seeEnd()
    await expect(thread.terminal).toContainText('Hello, Ada!')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('a form is filled and sent', async () => {
    await keyboard.press('Alt+M')
    await keyboard.type('elicitation')
    await keyboard.press('Enter')
    const form = thread.main.getByRole('form', { name: 'Question from Demo agent' })
    await expect(form).toBeFocused()
    await keyboard.press('Alt+M')
    await keyboard.press('Alt+Q')
    await expect(form).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.type('Ada')
    // As other questions, it takes no answer in its first half second.
    await expect(form.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'false')
    await keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(thread.message).toBeFocused()
    await expect(thread.entries('agent').last()).toContainText('Ada')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('one is back in the message when a dialog closes', async () => {
    await keyboard.type('Water ')
    for (const open of ['Alt+N', 'ControlOrMeta+K']) {
      await keyboard.press(open)
      await expect(app.page.locator('dialog:modal :focus')).toBeVisible()
      await keyboard.press('Escape')
      await expect(app.page.locator('dialog')).toHaveCount(0)
      await expect(thread.message).toBeFocused()
      await keyboard.type('the beans ')
    }
    await expect(thread.message).toHaveValue('Water the beans the beans ')
    await thread.message.fill('')
  })

  await test.step('the palette finds commands and threads', async () => {
    await thread.start()
    await thread.ask('hello')
    await thread.start()
    await thread.ask('help')

    await keyboard.press('ControlOrMeta+K')
    const palette = app.page.getByRole('dialog', { name: 'Command palette' })
    await expect(palette.getByRole('option', { name: /New thread/ })).toContainText(/(?:Ctrl|Alt)\+N|⌘N/)
    await keyboard.type('hello')
    await keyboard.press('Enter')
    await expect(thread.main.getByRole('heading', { name: 'hello', exact: true })).toBeVisible()

    await keyboard.press('ControlOrMeta+K')
    await keyboard.type('new thr')
    await keyboard.press('Enter')
    await expect(app.page.getByRole('dialog', { name: 'New thread' })).toBeVisible()
    await keyboard.press('Escape')
    await keyboard.press('ControlOrMeta+K')
    await keyboard.press('Escape')
    await expect(palette).toBeHidden()
  })

  await test.step('threads are walked through, renamed and deleted', async () => {
    await thread.open('help')
    await keyboard.press('Alt+ArrowDown')
    await expect(thread.main.getByRole('heading', { name: 'hello', exact: true })).toBeVisible()

    await thread.link('hello').focus()
    await keyboard.press('F2')
    await expect(app.page.getByRole('textbox', { name: 'Title' })).toBeFocused()
    await keyboard.type('renamed')
    await keyboard.press('Enter')
    await expect(thread.link('renamed')).toBeFocused()
    await keyboard.press('Delete')
    await expect(thread.link('renamed')).toBeHidden()
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).locator('a:focus')).toHaveCount(1)
    await keyboard.press('ControlOrMeta+Z')
    await expect(thread.link('renamed')).toBeVisible()
    await thread.link('renamed').focus()
    await keyboard.press('Shift+F10')
    const menu = app.page.getByRole('menu', { name: 'What to do with the thread' })
    await expect(menu).toBeVisible()
    await keyboard.type('Pin')
    await keyboard.press('Enter')
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('heading').first()).toHaveText('Pinned')
    await expect(thread.link('renamed')).toBeFocused()
    await keyboard.press('Delete')
    await expect(thread.link('renamed')).toBeHidden()
  })
})

test('the whole job is done with the keyboard alone, from Home to the end of a thread', async ({ ownApp: app }) => {
  const { page } = app
  const { keyboard } = page
  const thread = new OpenThread(app)
  const tabTo = async (target: Locator): Promise<void> => {
    await expect(target).toBeVisible()
    // Looked up once: to find it anew at each step takes longer than the steps.
    const element = await target.elementHandle()
    for (let left = 60; left > 0 && !await element.evaluate(node => node === document.activeElement); left--)
      await keyboard.press('Tab')
    await expect(target).toBeFocused()
  }

  await test.step('a thread is started from Home', async () => {
    await expect(thread.message).toBeFocused()
    await keyboard.type('write notes.txt Water the beans.')
    await tabTo(page.getByRole('radio', { name: /^Demo agent/ }))
    await keyboard.press('Space')
    await tabTo(page.getByRole('button', { name: /^Folder: / }))
    await keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Folder' })).toBeFocused()
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type(app.folders.workspace)
    await tabTo(page.getByRole('button', { name: 'Start', exact: true }))
    // On the way the page scrolled: a button that has just moved takes nothing for a moment.
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveAttribute('aria-disabled', 'false')
    await keyboard.press('Enter')
  })

  await test.step('its question is answered, and what it changed is read', async () => {
    await expect(thread.option('Allow, Allow once')).toBeEnabled()
    await keyboard.press('Alt+1')
    await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')
    await tabTo(thread.lastEntry.getByRole('button', { name: /notes\.txt/ }))
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
    await tabTo(thread.button('Resume queue'))
    await expect(thread.button('Resume queue'), 'it stands still').toBeEnabled()
    await keyboard.press('Enter')
    await expect(thread.entries('user').last()).toHaveText('hello kingfisher')
    await thread.seeEnd()
  })

  await test.step('a setting is changed', async () => {
    await keyboard.press('ControlOrMeta+,')
    await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
    await keyboard.type('theme')
    await tabTo(page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'System' }))
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await tabTo(page.getByRole('button', { name: 'Back' }))
    await keyboard.press('Enter')
    await expect(thread.log).toBeVisible()
  })

  await test.step('what was said is found again', async () => {
    await keyboard.press('ControlOrMeta+Shift+F')
    await keyboard.type('kingfisher')
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).not.toHaveCount(0)
    await keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeHidden()
    await expect(thread.log.getByText('hello kingfisher').first()).toBeInViewport()
  })

  await test.step('the thread is deleted, and brought back', async () => {
    const links = page.getByRole('navigation', { name: 'Threads' }).getByRole('link')
    await tabTo(links)
    await keyboard.press('Delete')
    await expect(links).toHaveCount(0)
    await tabTo(page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }))
    await keyboard.press('Enter')
    await expect(links).toHaveCount(1)
  })
})
