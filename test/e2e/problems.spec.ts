import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Exits: scripted('exitsAtStart') } })

test('a problem of a thread is shown in that thread alone, until it is dismissed', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.ask('hello')
  await thread.start('Exits')
  await thread.send('are you there')
  const problem = app.page.getByRole('alert').filter({ hasText: 'The message was not sent' })
  await expect(problem).toBeVisible()

  await thread.open('hello')
  await expect(problem).toBeHidden()

  await thread.open('New thread')
  await problem.getByRole('button', { name: 'Dismiss' }).click()
  await expect(problem).toBeHidden()
})

test('a fault in the settings is shown with the path of the file, which can be copied', async ({ ownApp: app }) => {
  app.folders.writeSettings('{ "agent_servers": { "Bad": { "command": 7 } } }')
  const faults = app.page.getByRole('alert').filter({ hasText: 'agent_servers.Bad.command' })
  await expect(faults).toContainText(app.folders.data)
  await expect(faults.getByRole('button', { name: 'Copy path' })).toBeEnabled()
})
