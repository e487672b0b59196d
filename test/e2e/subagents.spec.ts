import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Claude: scripted('claudeDialect') } })

test('the work of two subagents is folded inside their calls, and a question names the subagent that asks', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start('Claude')
  await thread.send('delegate')
  await expect(thread.dialog).toContainText('asked by its subagent “Run the tests”')
  const calls = thread.main.getByRole('log').locator('.row > article[data-entry=tool]')
  await expect(calls).toHaveCount(2)
  await expect(calls.nth(0).locator('summary')).toContainText('Subagent: 2 steps')
  await expect(calls.nth(1).locator('summary')).toContainText('Subagent: 1 step · waiting for you')

  await thread.answer('Allow, Allow once')
  await expect(thread.log.locator('article[data-entry=turn-end]')).toHaveCount(1)
  await thread.unfold()
  await calls.nth(0).locator('summary').first().click()

  const steps = calls.nth(0).getByRole('region', { name: 'Subagent' }).getByRole('article')
  await expect(steps).toHaveText([/Read main\.ts.*completed/s, /grep callers.*completed/s])
  await expect(calls.nth(1)).not.toContainText('npm test')
})
