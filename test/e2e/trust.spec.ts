import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const agent = scripted('neither')
test.use({ agents: { Mine: agent } })

test('a changed command is shown beside the trusted one and runs only once it is allowed; the message stays', async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await thread.start('Mine')
  expect(await thread.ask('hello')).toBe('end_turn')
  await app.close()
  app.folders.writeSettings({ agent_servers: { Mine: { ...agent, args: [...agent.args, '--fast'], env: { ...agent.env, TOKEN: 'x' } } } })
  await app.restart()
  await thread.open('hello')

  await thread.send('and then')
  const alert = thread.main.getByRole('alert').filter({ hasText: 'another command than the one you trusted' })
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
