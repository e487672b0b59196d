import { scripted } from '../support/scriptedAgent'
import { pasteFile } from './app/files'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
test.use({ agents: { Faulty: scripted('faultyModel') } })

const rule = 'a failed turn says why, and can be retried with its attachments'

test(rule, { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const end = () => thread.entries('turn-end').last()
  const retry = () => end().getByRole('button', { name: 'Retry' })

  await test.step('an error of the model is named, and Retry sends the same message', async () => {
    await thread.start('Faulty')
    await expect(thread.state).toHaveText('Ready')
    await pasteFile(thread.message, { name: 'dot.png', type: 'image/png', data: pixel })
    await expect(app.page.getByRole('list', { name: 'Attachments' })).toBeVisible()
    await thread.ask('flaky 429 Too Many Requests')
    await expect(end()).toContainText('The model gets too many requests')
    await retry().press('Enter')
    await expect(thread.entries('agent')).toHaveText('I got text and image.')
    await expect(retry()).toHaveCount(0)
    await expect(thread.message).toBeFocused()
  })

  await test.step('a turn without output says so, and offers the agent\'s log', async () => {
    await thread.ask('quiet fatal: out of luck')
    await expect(end()).toContainText('Ended without an answer')
    await end().getByText('What it wrote to its log').click()
    await expect(end()).toContainText('fatal: out of luck')
    await expect(retry()).toBeVisible()
  })
})
