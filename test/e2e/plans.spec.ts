import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Claude: scripted('planner'), Loose: scripted('startsUnasked') } })

test('a person comments on a plan, confirms modes that never ask, and steers a turn', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const { keyboard } = app.page
  await thread.start('Claude')

  await test.step('comments on parts of a plan are sent with the rejection', async () => {
    await thread.send('plan')
    const plan = thread.dialog.getByRole('list', { name: 'The plan' })
    await expect(thread.dialog).toContainText('Claude wants to carry out its plan')
    await expect(plan.getByRole('heading', { name: 'Retry payments' })).toBeVisible()
    await expect(app.page.getByRole('button', { name: 'Make a rule…' }), 'no rule approves a plan').toHaveCount(0)
    await plan.getByRole('button', { name: 'Comment on “# Retry payments”' }).focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'])
      await keyboard.press(key)
    await expect(plan.getByRole('textbox', { name: /Retry with a pause/ })).toBeFocused()
    await keyboard.type('With jitter.')
    await keyboard.press('Enter')
    await expect(plan.getByRole('button', { name: 'Comment on “2. Retry with a pause”' })).toBeFocused()
    await plan.getByText('three times at most').click()
    await keyboard.type('Twice.')
    await keyboard.press('Enter')
    const reject = thread.dialog.getByRole('button', { name: 'Reject with comments' })
    await expect(reject).toBeEnabled()
    await reject.press('Enter')
    const said = thread.entries('user').last()
    await expect(said).toContainText('> 2. Retry with a pause\n\nWith jitter.\n\n> - three times at most\n\nTwice.')
    await thread.seeEnd()
  })

  await test.step('an answer that lets the agent act without asking needs confirmation', async () => {
    await thread.send('plan')
    const auto = thread.option('Yes, and use auto mode, Allow always')
    await expect(auto).toHaveAttribute('data-unasked', 'true')
    await expect(thread.option('Yes, manually approve edits, Allow once')).not.toHaveAttribute('data-unasked', 'true')
    await expect(auto).toBeEnabled()
    await keyboard.press('Alt+Q')
    await keyboard.press('Alt+1')
    const confirm = app.page.getByRole('dialog', { name: 'Act without asking' })
    await expect(confirm).toContainText('Switch to “Yes, and use auto mode”?')
    await keyboard.press('Alt+0')
    await expect(confirm).toBeHidden()
    await expect(thread.dialog).toBeVisible()
    await expect(auto).toBeEnabled()
    await thread.dialog.focus()
    await keyboard.press('Alt+0')
    await expect(thread.dialog).toBeHidden()
    await thread.seeEnd()
  })

  await test.step('a queued message is steered into the turn', async () => {
    await thread.send('work')
    await expect(thread.lastEntry).toContainText('Working.')
    await thread.message.fill('finish')
    await thread.message.press('Enter')
    const steer = app.page.getByRole('button', { name: 'Steer now' })
    await expect(steer).toBeEnabled()
    await steer.press('Enter')
    await expect(thread.entries('user').last()).toHaveText(/Sent mid-turn\s*finish/)
    await thread.seeEnd()
    await expect(thread.log).toContainText('Steered: finish')
  })

  await test.step('an agent that starts in a mode that never asks gets no message until the person agrees', async () => {
    await thread.start('Loose')
    await thread.send('hello')
    const alert = thread.main.getByRole('alert').filter({ hasText: 'Loose starts in “Auto”.' })
    await expect(alert).toContainText('In this mode the agent runs commands and edits files without asking.')
    await expect(alert).toContainText('Loose says: Runs commands and edits files.')
    await expect(thread.entries('user')).toHaveCount(0)
    await alert.getByRole('button', { name: 'Ask me, in “Manual”' }).click()
    await expect(thread.entries('agent')).toHaveText('in default')

    await thread.start('Loose')
    expect(await thread.ask('again')).toBe('end_turn')
    await expect(thread.entries('agent')).toHaveText('in default')
  })
})
