import type { Locator } from '@playwright/test'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Options: scripted('optionsAgent') } })

test('settings of an agent', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)

  await test.step('options have a fixed order, and can become defaults', async () => {
    await thread.start('Options')
    const options = thread.main.getByRole('group', { name: 'Options' })
    await expect(options.getByRole('combobox').or(options.getByRole('switch'))).toHaveCount(4)
    expect(
      await options
        .getByRole('combobox')
        .or(options.getByRole('switch'))
        .evaluateAll(list => list.map(item => item.getAttribute('aria-label'))),
    ).toEqual(['Mode', 'Model', 'Verbose', 'Own'])

    await thread.message.press('Alt+O')
    await expect(options.getByRole('combobox', { name: 'Mode', exact: true })).toHaveValue('act')
    await expect(thread.message).toBeFocused()

    await options.getByRole('combobox', { name: 'Model', exact: true }).selectOption('big')
    await expect(options.getByRole('combobox', { name: 'Effort' })).toBeVisible()
    await options.getByRole('button', { name: 'Agent settings' }).click()
    const settings = app.page.getByRole('dialog', { name: 'Agent settings' })
    await settings.getByRole('button', { name: 'Use “BIG” as default for this agent: Model' }).click()
    await expect(settings.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('big')
    await settings.getByRole('switch', { name: 'Terminals' }).click()
    await expect(settings.getByRole('switch', { name: 'Terminals' })).not.toBeChecked()
    await settings.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('an MCP server is added in a form that never shows its secret again', async () => {
    await app.page.getByRole('button', { name: 'MCP servers' }).click()
    const servers = app.page.getByRole('region', { name: 'MCP servers' })
    await expect(servers).toContainText('in a file only you can read')
    await servers.getByRole('button', { name: 'Add server' }).click()
    await servers.getByRole('textbox', { name: 'Name', exact: true }).fill('files')
    await servers.getByRole('textbox', { name: 'Command' }).fill('node')
    await servers.getByRole('button', { name: 'Add variable' }).click()
    await servers.getByRole('textbox', { name: 'Name of variable 1' }).fill('TOKEN')
    await servers.getByRole('checkbox', { name: 'Secret' }).check()
    await servers.getByLabel('Value of variable 1').fill('tell-nobody')
    await servers.getByRole('button', { name: 'Save' }).click()
    await servers.getByRole('button', { name: 'Edit files' }).click()
    await expect(servers.getByLabel('Value of variable 1')).toHaveValue('')
    await servers.getByRole('button', { name: 'Save' }).click()

    await thread.start('Options')
    await thread.ask('servers')
    await expect(thread.entries('agent').last()).toContainText('{"name":"TOKEN","value":"tell-nobody"}')
  })

  await test.step('a bundled agent can be given variables', async () => {
    const settings = await openDemoSettings()
    const variables = settings.getByRole('textbox', { name: 'Environment variables' })
    const save = settings.getByRole('button', { name: 'Save variables' })
    await expect(save).toBeDisabled()
    await variables.fill('no variable')
    await save.click()
    await expect(settings.getByRole('alert')).toContainText('“no variable” is not of the form NAME=value.')
    await variables.fill('EXAMPLE_API_KEY=a=b')
    await save.click()
    await expect(save).toBeDisabled()
    await expect(settings.getByRole('alert')).toHaveCount(0)
  })

  await test.step('all settings are restored after a restart, before the agent has started', async () => {
    await app.restart()
    await expect((await openDemoSettings()).getByRole('textbox', { name: 'Environment variables' })).toHaveValue('EXAMPLE_API_KEY=a=b')
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Escape')
    await thread.start('Options')
    await expect(thread.main.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('big')
    await thread.ask('capabilities')
    await expect(thread.entries('agent').last()).toContainText('"terminal":false')
  })

  async function openDemoSettings(): Promise<Locator> {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('radio', { name: /^Demo agent/ }).check()
    await form.getByRole('button', { name: 'Agent settings' }).click()
    return app.page.getByRole('dialog', { name: 'Agent settings' })
  }
})
