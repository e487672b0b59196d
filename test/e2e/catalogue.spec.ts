import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('the list of agents', { tag: '@slow' }, async ({ ownApp: app }) => {
  await test.step('a custom agent is added, run, changed and removed without editing a file', async () => {
    const { command, args = [] } = scripted('neither')
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('button', { name: 'Add an agent' }).click()
    const added = app.page.getByRole('dialog', { name: 'Add an agent' })
    await added.getByRole('textbox', { name: 'Name' }).fill('My own')
    await added.getByRole('textbox', { name: 'Command' }).fill(command)
    await added.getByRole('textbox', { name: 'Arguments' }).fill(args.join('\n'))
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added).toBeHidden()
    await expect(form.getByRole('radio', { name: /^My own ready/ })).toBeChecked()
    await app.page.keyboard.press('Escape')

    const thread = new OpenThread(app)
    await thread.start('My own')
    expect(await thread.ask('hello')).toBe('end_turn')

    await app.page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('button', { name: 'Edit My own' }).click()
    const edited = app.page.getByRole('dialog', { name: 'Edit agent' })
    await edited.getByRole('textbox', { name: 'Command' }).fill('no-such-agent-anywhere')
    await edited.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('radio', { name: /^My own unavailable.*not found on PATH/ })).toBeChecked()

    // Its menu, by mouse or by the menu key, is about the agent at which it opens.
    await form.getByRole('radio', { name: /^Demo agent/ }).check()
    await form.getByRole('radio', { name: /^My own/ }).click({ button: 'right' })
    await expect(form.getByRole('radio', { name: /^My own/ })).toBeChecked()
    const menu = app.page.getByRole('menu', { name: 'Actions for this agent' })
    await menu.getByRole('menuitem', { name: 'Remove' }).click()
    await form.getByRole('button', { name: 'Remove it' }).click()
    await expect(form.getByRole('radio', { name: /^My own/ })).toHaveCount(0)
    await app.page.keyboard.press('Escape')
  })

  await test.step('the catalogue is searched, and agents are hidden and shown again', async () => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    const radios = form.getByRole('radiogroup', { name: 'Agent' }).getByRole('radio')
    await expect(radios.first()).toHaveAccessibleName(/^Demo agent ready/)
    expect(await radios.count()).toBeLessThan(20)
    await form.getByRole('button', { name: /more agents$/ }).click()
    expect(await radios.count()).toBeGreaterThan(30)
    await expect(form).toContainText('Agent list from')

    const search = form.getByRole('searchbox', { name: 'Search agents' })
    await search.fill('kimi')
    await expect(radios).toHaveCount(1)
    await search.press('ArrowDown')
    await expect(radios).toBeChecked()
    await expect(radios).toBeFocused()
    await expect(radios).toHaveAccessibleName(/^Kimi Code (ready|needs install|unavailable)/)

    await form.getByRole('button', { name: 'Hide Kimi Code' }).click()
    await expect(radios).toHaveCount(0)
    await app.page.keyboard.press('Escape')
    await app.restart()
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const again = app.page.getByRole('dialog', { name: 'New thread' })
    await expect(again.getByRole('radio').first()).toBeVisible()
    await expect(again.getByRole('radio', { name: /^Kimi Code/ })).toHaveCount(0)
    await again.getByRole('button', { name: 'Show hidden (1)' }).click()
    await again.getByRole('radio', { name: /^Kimi Code/ }).check()
    await again.getByRole('button', { name: 'Unhide Kimi Code' }).click()
    await expect(again.getByRole('button', { name: /hidden/ })).toHaveCount(0)
  })
})
