import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({
  agents: {
    Exits: scripted('exitsAtStart'),
    Crashes: scripted('crashInPrompt'),
    Garbage: scripted('garbage'),
    Hangs: scripted('hangInPrompt'),
    Locked: scripted('signIn'),
    Silent: scripted('neverInitializes'),
  },
})

test('an agent that exits at start', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('is shown with exit code and stderr, and can be restarted', async () => {
    await thread.start('Exits')
    const alert = thread.main.getByRole('alert').filter({ hasText: 'The agent stopped' })
    await expect(alert).toContainText('exit code 1')
    await alert.getByText('Details', { exact: true }).click()
    await expect(alert).toContainText('error: no configuration found')
    await expect(thread.state).toHaveText('Stopped')
    await alert.getByRole('button', { name: 'Copy details' }).click()
    await expect(alert.getByRole('button', { name: 'Copied' })).toBeVisible()

    await alert.getByRole('button', { name: 'Restart agent' }).click()
    // Recreated, so that the second stop is reported, once.
    await expect(alert.locator('details')).not.toHaveAttribute('open')
    await expect(thread.main.getByRole('alert')).toHaveCount(1)
  })

  await test.step('does not lose an unsent message', async () => {
    await expect(thread.state).toHaveText('Stopped')
    await thread.send('my long message')
    await expect(thread.main.getByRole('alert').filter({ hasText: 'Couldn’t send the message' })).toBeVisible()
    await expect(thread.main.getByText(/exit code 1/)).toHaveCount(1)
    await expect(thread.message).toHaveValue('my long message')
  })

  await test.step('is shown only in its thread, until it is dismissed', async () => {
    await thread.start()
    await thread.ask('hello')
    await thread.open('New thread')
    const problem = app.page.getByRole('alert').filter({ hasText: 'Couldn’t send the message' })
    await expect(problem).toBeVisible()

    await thread.open('hello')
    await expect(problem).toBeHidden()

    await thread.open('New thread')
    await problem.getByRole('button', { name: 'Dismiss' }).click()
    await expect(problem).toBeHidden()
  })
})

// In the gate: one that exits at start, above.
test('agents that fail', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('a crash is shown with exit code and stderr, and the agent can be restarted', async () => {
    await thread.start('Crashes')
    expect(await thread.ask('go')).toBe('error')
    await expect(thread.entries('agent')).toContainText('I am about to')
    await expect(thread.entries('turn-end')).toContainText('exit code 3')
    await thread.entries('turn-end').getByText('Details', { exact: true }).click()
    await expect(thread.entries('turn-end')).toContainText('fatal: out of luck')
    // Why is said once, where it happened.
    await expect(thread.state).toHaveText('Stopped')
    await expect(thread.main.getByRole('alert')).toHaveCount(1)
    await expect(thread.main.getByRole('alert')).not.toContainText('exit code')

    await thread.button('Restart agent').click()
    await expect(thread.state).toHaveText('Ready')
    expect(await thread.ask('hello again')).toBe('end_turn')
    await expect(thread.entries('agent').last()).toContainText('Hello to you.')
  })

  await test.step('a crash of the Demo agent is shown the same way', async () => {
    await thread.start()
    expect(await thread.ask('crash')).toBe('error')
    await expect(thread.entries('turn-end')).toContainText('exit code 7')
    await thread.button('Restart agent').click()
    await expect(thread.state).toHaveText('Ready')
    expect(await thread.ask('hello')).toBe('end_turn')
  })

  await test.step('an agent that ignores Stop is ended by a second click, and continues with the next message', async () => {
    await thread.send('hang hard')
    await expect(thread.entries('agent').last()).toContainText('Stop alone does not help')
    await thread.button('Stop').click()
    await app.page.getByRole('button', { name: 'Force stop' }).click()
    await thread.seeEnd()
    expect(await thread.ask('hello')).toBe('end_turn')
  })

  await test.step('an agent that sends garbage is still understood', async () => {
    await thread.start('Garbage')
    expect(await thread.ask('can you hear me')).toBe('end_turn')
    await expect(thread.entries('agent').last()).toContainText('can you hear me')
    await expect(thread.log).not.toContainText('This is for another session.')
  })

  await test.step('an agent that requires a sign-in lists its methods, and continues after the right one', async () => {
    await thread.start('Locked')
    const alert = thread.main.getByRole('alert').filter({ hasText: 'needs a sign-in' })
    await expect(alert.getByRole('list', { name: 'Ways to sign in' }).getByRole('listitem')).toHaveCount(2)
    await expect(thread.state).toContainText('sign-in needed')
    await alert.getByRole('button', { name: 'Sign in: Log in wrongly' }).click()
    await expect(thread.main.getByRole('alert').filter({ hasText: 'The password is wrong' })).toBeVisible()
    await alert.getByRole('button', { name: 'Sign in: Log in to the test' }).click()
    await expect(alert).toBeHidden()
    expect(await thread.ask('hello')).toBe('end_turn')
    await expect(thread.entries('agent')).toContainText('Signed in. You said: hello')
  })
})

test.describe('after a while', () => {
  test.use({ freshPage: true })

  test('an agent', { tag: '@slow' }, async ({ ownApp: app }) => {
    const thread = new OpenThread(app)

    await test.step('that never answers can be restarted after half a minute', async () => {
      await thread.start('Silent')
      await expect(thread.state).toContainText('Starting')
      await app.page.clock.install({ time: Date.now() + 40_000 })
      const alert = thread.main.getByRole('alert').filter({ hasText: 'still starting' })
      await expect(alert.getByRole('button', { name: 'Restart agent' })).toBeVisible()
      await expect(alert.getByRole('button', { name: 'Copy details' })).toBeVisible()
    })

    await test.step('that hangs is shown as silent, and can be force-stopped', async () => {
      await thread.start('Hangs')
      await thread.send('go')
      await expect(thread.entries('agent')).toContainText('Just a moment')
      await expect(thread.state).toContainText(/Model silent for 4\d s/)

      await thread.button('Stop').click()
      await expect(thread.state).toContainText('Stopping')
      await app.page.getByRole('button', { name: 'Force stop' }).click()
      await thread.seeEnd()
      expect(await thread.endReason()).toBe('cancelled')
      await expect(thread.state).toHaveText('Sleeping: wakes when you send')
    })
  })
})
