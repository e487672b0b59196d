import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.describe('forking', () => {
  test.use({ agents: { Forking: scripted('forkingAgent') } })

  test('is offered once it is switched on for the agent, and makes a separate thread', async ({ app }) => {
    const { page } = app
    const thread = new OpenThread(app)
    await thread.start('Forking')
    await thread.ask('one')
    await thread.button('Thread menu').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Continue with another agent', 'Sandbox for commands'])
    await page.keyboard.press('Escape')
    await expect(thread.button('Thread menu')).toBeFocused()

    await thread.button('Agent settings').click()
    const settings = page.getByRole('dialog', { name: 'Agent settings' })
    await expect(settings.getByRole('switch', { name: 'Fork threads' })).not.toBeChecked()
    await settings.getByRole('switch', { name: 'Fork threads' }).click()
    await expect(settings.getByRole('switch', { name: 'Fork threads' })).toBeChecked()
    await settings.getByRole('button', { name: 'Close' }).click()
    await thread.button('Thread menu').click()
    await page.getByRole('menuitem', { name: 'Fork thread' }).click()

    await expect(thread.main.getByRole('heading', { name: 'one (fork)' })).toBeVisible()
    // The agent repeats the conversation once more before it tells of this command.
    await thread.message.fill('/after')
    await expect(page.getByRole('option', { name: /after-the-replay/ })).toBeVisible()
    await thread.ask('two')
    await expect(thread.entries('agent')).toHaveText(['I heard: one.', 'I heard: one, two.'])
    await expect(thread.entries('notice')).toContainText('Fork of one (Forking)')
    await thread.entries('notice').getByRole('link', { name: 'one' }).click()
    await expect(thread.main.getByRole('heading', { name: 'one', exact: true })).toBeVisible()
    await expect(thread.entries('agent')).toHaveText(['I heard: one.'])
  })
})

test.describe('forking that the agent claims but does not know', () => {
  test.use({ settings: { agent_servers: { Forking: { ...scripted('forkingAgent', { FORK: 'missing' }), experimental: { fork: true } } } } })

  test('fails with a reason and is not offered again', async ({ ownApp: app }) => {
    const { page } = app
    const thread = new OpenThread(app)
    await thread.start('Forking')
    await thread.ask('one')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Fork thread' }).click()

    await expect(thread.main.getByRole('alert')).toContainText('does not know how')
    await thread.button('Thread menu').click()
    await expect(page.getByRole('menuitem')).toHaveText(['Continue with another agent', 'Sandbox for commands'])
  })
})
