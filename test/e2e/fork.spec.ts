import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Forking: scripted('forkingAgent'), Claims: scripted('forkingAgent', { FORK: 'missing' }) } })

test('forking', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)

  await test.step('is offered once it is switched on for the agent, and makes a separate thread', async () => {
    await thread.start('Forking')
    await thread.ask('one')
    await thread.button('Thread menu').click()
    await expectNoFork()
    await page.keyboard.press('Escape')
    await expect(thread.button('Thread menu')).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText('Actions for this thread')

    await switchOn()
    await thread.button('Thread menu').click()
    await page.getByRole('menuitem', { name: 'Fork thread' }).click()

    await expect(thread.main.getByRole('heading', { name: 'one (fork)' })).toBeVisible()
    // The agent repeats the conversation before it reports this command.
    await thread.message.fill('/after')
    await expect(page.getByRole('option', { name: /after-the-replay/ })).toBeVisible()
    await thread.ask('two')
    await expect(thread.entries('agent')).toHaveText(['I heard: one.', 'I heard: one, two.'])
    await expect(thread.entries('notice')).toContainText('Fork of one (Forking)')
    await thread.entries('notice').getByRole('link', { name: 'one' }).click()
    await expect(thread.main.getByRole('heading', { name: 'one', exact: true })).toBeVisible()
    await expect(thread.entries('agent')).toHaveText(['I heard: one.'])
  })

  await test.step('fails with a reason, and is no longer offered, if the agent lacks the method', async () => {
    await thread.start('Claims')
    await thread.ask('one')
    await switchOn()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Fork thread' }).click()

    await expect(thread.main.getByRole('alert')).toContainText('does not know how')
    await thread.button('Thread menu').click()
    await expectNoFork()
  })

  async function expectNoFork(): Promise<void> {
    await expect(page.getByRole('menuitem', { name: 'Continue with another agent' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /Fork/ })).toBeHidden()
  }

  async function switchOn(): Promise<void> {
    await thread.button('Agent settings').click()
    const settings = page.getByRole('dialog', { name: 'Agent settings' })
    const fork = settings.getByRole('switch', { name: 'Fork threads' })
    await expect(fork).not.toBeChecked()
    await fork.click()
    await expect(fork).toBeChecked()
    await settings.getByRole('button', { name: 'Close' }).click()
  }
})
