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
  const start = app.page.getByRole('button', { name: 'Start', exact: true })
  await expect(start).toBeFocused()
  // It takes no press for half a second after the window was focused or another agent was selected.
  await expect(start).toBeEnabled()
  await keyboard.press('Enter')

  await expect(thread.message).toBeFocused()
  await keyboard.type('run echo by-keyboard')
  await keyboard.press('Enter')
  await expect(thread.option('Allow, Allow once')).toBeEnabled()
  await keyboard.press('Alt+Q')
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
    await keyboard.press('Alt+Q')
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
    await expect(form).toBeVisible()
    await expect(thread.message).toBeFocused()
    await keyboard.press('Alt+Q')
    await expect(form).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.type('Ada')
    // Like other questions, it takes no answer in its first half second.
    await expect(form.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-disabled', 'false')
    await keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(thread.message).toBeFocused()
    await expect(thread.entries('agent').last()).toContainText('Ada')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('focus returns to the message when a dialog closes', async () => {
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

  await test.step('threads are navigated, renamed and deleted', async () => {
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
    const menu = app.page.getByRole('menu', { name: 'Thread actions' })
    // The restored thread may be redrawn under the focus.
    await expect(async () => {
      await thread.link('renamed').focus()
      await keyboard.press('Shift+F10')
      const hasKeyboard = () => menu.evaluate(node => node.contains(document.activeElement), undefined, { timeout: 1_000 })
      await expect.poll(hasKeyboard, { timeout: 1_500 }).toBe(true)
    }).toPass()
    await keyboard.type('Pin')
    await expect(menu.getByRole('menuitem', { name: 'Pin' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('heading').first()).toHaveText('Pinned')
    await expect(thread.link('renamed')).toBeFocused()
    await keyboard.press('Delete')
    await expect(thread.link('renamed')).toBeHidden()
  })
})
