import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Moody: scripted('moodyModes', { QUIRK: 'refuses' }) } })

test('a message is held while the agent is not in the mode that was chosen, and the composer shows the one it is in', async ({
  ownApp: app,
}) => {
  const thread = new OpenThread(app)
  await thread.start('Moody')
  expect(await thread.ask('hello')).toBe('end_turn')
  const options = thread.main.getByRole('group', { name: 'Options' })
  const mode = options.getByRole('combobox', { name: 'Mode', exact: true })
  await mode.selectOption('PLAN')
  await expect(options).toHaveAttribute('data-confirmed', 'true')
  await app.restart()
  await thread.open('hello')
  await expect(options).toHaveAttribute('data-confirmed', 'false')
  await expect(mode).toHaveValue('plan')

  await thread.send('and then')
  const alert = thread.main.getByRole('alert').filter({ hasText: 'Moody is not set as you chose in this thread.' })
  await expect(alert).toContainText(/Your message has not been sent\..*Mode: you chose “PLAN”, the agent is in “ACT”\. It says: Not now\./s)
  await expect(thread.state).toHaveText('Waiting for you: your message is held')
  await expect(options).toHaveAttribute('data-confirmed', 'true')
  await expect(mode).toHaveValue('act')
  await alert.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert).toBeHidden()
  await expect(thread.message).toHaveValue('and then')
  await expect(thread.entries('user')).toHaveCount(1)

  await thread.message.press('Enter')
  await alert.getByRole('button', { name: 'Go on in ACT' }).click()
  await expect(alert).toBeHidden()
  await expect(thread.entries('user')).toHaveCount(2)
  await expect(thread.entries('agent').last()).toContainText('act')
})
