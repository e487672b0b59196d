import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const Mine = scripted('neither')
const Moody = scripted('moodyModes', { QUIRK: 'refuses' })
test.use({ agents: { Mine, Moody } })

test('after a restart a message is held', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  const options = thread.main.getByRole('group', { name: 'Options' })
  const mode = options.getByRole('combobox', { name: 'Mode', exact: true })
  await thread.start('Mine')
  expect(await thread.ask('hello')).toBe('end_turn')
  await thread.start('Moody')
  expect(await thread.ask('how are you')).toBe('end_turn')
  await mode.selectOption('PLAN')
  await expect(options).toHaveAttribute('data-confirmed', 'true')
  await app.close()
  app.folders.writeSettings({
    agent_servers: { Mine: { ...Mine, args: [...Mine.args, '--fast'], env: { ...Mine.env, TOKEN: 'x' } }, Moody },
  })
  await app.restart()

  await test.step('until the person trusts the changed command', async () => {
    await thread.open('hello')
    await thread.send('and then')
    const alert = thread.main.getByRole('alert').filter({ hasText: 'start command has changed since you trusted it' })
    await expect(alert).toContainText(/Trusted.*neither\.ts.*Now.*neither\.ts --fast.*TOKEN/s)
    await expect(thread.state).toContainText('Waiting for you')
    await expect(thread.main.getByRole('alert')).toHaveCount(1)
    await alert.getByRole('button', { name: 'Not now' }).click()
    await expect(alert).toBeHidden()
    await expect(thread.message).toHaveValue('and then')
    await expect(thread.message).toBeEditable()
    await expect(thread.main.getByRole('alert')).toHaveCount(0)

    await thread.message.press('Enter')
    await alert.getByRole('button', { name: 'Run the new command' }).click()
    await expect(alert).toBeHidden()
    await expect(thread.entries('user')).toHaveCount(2)
    await expect(thread.message).toHaveValue('')
    await expect(thread.state).toHaveText('Ready')
    expect(await thread.ask('again')).toBe('end_turn')
  })

  await test.step('while the agent is not in the chosen mode, and the composer shows the actual one', async () => {
    await thread.open('how are you')
    await expect(options).toHaveAttribute('data-confirmed', 'false')
    await expect(mode).toHaveValue('plan')

    await thread.send('and then')
    const alert = thread.main.getByRole('alert').filter({ hasText: 'Moody couldn’t apply the settings you chose for this thread.' })
    await expect(alert).toContainText(
      /Your message has not been sent\..*Mode: you chose “PLAN”, the agent is in “ACT”\. It says: Not now\./s,
    )
    await expect(thread.state).toHaveText('Waiting for you: your message is held')
    await expect(options).toHaveAttribute('data-confirmed', 'true')
    await expect(mode).toHaveValue('act')
    await alert.getByRole('button', { name: 'Cancel' }).click()
    await expect(alert).toBeHidden()
    await expect(thread.message).toHaveValue('and then')
    await expect(thread.entries('user')).toHaveCount(1)

    await thread.message.press('Enter')
    await alert.getByRole('button', { name: 'Continue in ACT' }).click()
    await expect(alert).toBeHidden()
    await expect(thread.entries('user')).toHaveCount(2)
    await expect(thread.entries('agent').last()).toContainText('act')
  })
})
