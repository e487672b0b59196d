import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Locked: scripted('terminalSignIn'), Slow: scripted('slowSignIn') } })

test('a sign-in', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('in a terminal takes the focus, and keeps the unsent message', async () => {
    await thread.start('Locked')
    const card = thread.main.getByRole('region', { name: 'Sign-in' })
    await expect(card).toContainText('Please log in first')
    await expect(card).toContainText('does not know this way of signing in (env_var)')
    await thread.send('hello there')
    await expect(thread.message).toHaveValue('hello there')
    await expect(thread.main.getByRole('alert')).toHaveCount(1)

    await card.getByRole('button', { name: 'Sign in: Log in with a code' }).click()
    await expect(card.getByRole('region', { name: 'Terminal' })).toContainText('Hello, what is the code?')
    await app.page.keyboard.type('7')
    await app.page.keyboard.press('Enter')
    await expect(card).toContainText('Sign-in failed:')
    await expect(card.getByRole('region', { name: 'Terminal' })).toContainText('The code is wrong.')

    // A press does nothing while the card still moves.
    await expect(async () => {
      await card.getByRole('button', { name: 'Sign in: Log in with a code' }).click()
      await expect(card.getByText('Sign-in failed:')).toBeHidden({ timeout: 2_000 })
    }).toPass()
    await expect(card.getByRole('region', { name: 'Terminal' })).not.toContainText('The code is wrong.')
    await expect(card.getByRole('region', { name: 'Terminal' })).toContainText('Hello, what is the code?')
    await app.page.keyboard.type('42')
    await app.page.keyboard.press('Enter')
    await expect(card).toBeHidden()
    await expect(thread.message).toHaveValue('hello there')
    await thread.button('Send it now').click()
    await expect(thread.entries('agent')).toContainText('You said: hello there')
    await expect(thread.message).toHaveValue('')
    await expect(thread.terminal).toHaveCount(0)

    await thread.button('Thread menu').click()
    await app.page.getByRole('menuitem', { name: /^Sign out of/ }).click()
    await app.page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(card).toContainText('You are signed out.')
    expect(await thread.ask('and again')).toBe('error')
    await expect(thread.message).toHaveValue('and again')
  })

  await test.step('in the browser can be cancelled, and shows the whole address before it is opened', async () => {
    await thread.start('Slow')
    const card = thread.main.getByRole('region', { name: 'Sign-in' })
    await card.getByRole('button', { name: 'Sign in: Never' }).click()
    await expect(card).toContainText('Waiting for the browser…')
    await card.getByRole('button', { name: 'Cancel sign-in' }).click()
    await expect(card.getByRole('button', { name: 'Cancel sign-in' })).toBeHidden()

    await card.getByRole('button', { name: 'Sign in: Browser' }).click()
    const question = thread.main.getByRole('form', { name: 'Question from Slow' })
    await expect(question).toContainText('https://login.example.org/device?code=ABCD')
    await question.getByRole('button', { name: 'Decline' }).click()
    await expect(card).toContainText('You did not open the page (decline)')
  })
})

test('an agent that needed a sign-in is marked in the list of agents, with advice', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await thread.start('Locked')
  await expect(thread.main.getByRole('region', { name: 'Sign-in' })).toBeVisible()
  await app.restart()

  await app.page.getByRole('button', { name: 'New thread' }).click()
  const form = app.page.getByRole('dialog', { name: 'New thread' })
  await form.getByRole('radio', { name: /^Locked needs sign-in/ }).check()
  await expect(form.getByRole('list', { name: 'Before it starts' })).toContainText('Start it: the thread shows how to sign in.')
  await app.page.keyboard.press('Escape')

  await thread.start('Locked')
  const card = thread.main.getByRole('region', { name: 'Sign-in' })
  await card.getByRole('button', { name: 'Sign in: Log in with a code' }).click()
  const terminal = card.getByRole('region', { name: 'Terminal' })
  await expect(terminal).toContainText('Hello, what is the code?')
  await expect(terminal.getByRole('textbox')).toBeFocused()
  await app.page.keyboard.type('42')
  await app.page.keyboard.press('Enter')
  await expect(card).toBeHidden()
  await app.page.getByRole('button', { name: 'New thread' }).click()
  await expect(form.getByRole('radio', { name: /^Locked ready/ })).toBeVisible()
})
