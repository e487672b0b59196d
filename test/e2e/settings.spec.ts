import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.describe('agents of my own', () => {
  test.use({
    agents: {
      'My agent': scripted('neither'),
      'Not there': { command: 'no-such-agent-anywhere', args: ['--acp'] },
    },
  })

  test('come first in the form, and run', async ({ app }) => {
    const thread = new OpenThread(app)
    await thread.start('My agent')
    expect(await thread.ask('hello')).toBe('end_turn')
    await expect(thread.entries('agent')).toHaveText('You said: hello. That makes 1.')
    await expect(thread.main.getByRole('banner').or(thread.main.locator('header')).first()).toContainText('My agent')

    await app.page.getByRole('button', { name: 'New thread' }).click()
    const radios = app.page.getByRole('radiogroup', { name: 'Agent' }).getByRole('radio')
    await expect(radios.nth(0)).toHaveAccessibleName(/^My agent ready/)
    await expect(radios.nth(1)).toHaveAccessibleName(/^Not there unavailable/)
    await expect(radios.nth(2)).toHaveAccessibleName(/^Demo agent ready/)
  })

  test('are reported when their command is missing, before and after Start', async ({ app }) => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('radio', { name: /^Not there.*"no-such-agent-anywhere" was not found/ }).check()
    await form.getByRole('textbox', { name: 'Folder' }).fill(app.folders.workspace)
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form.getByRole('alert')).toContainText('no-such-agent-anywhere')
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')).toHaveCount(0)
  })

  test('appear in the open form when settings.json is edited', async ({ ownApp: app }) => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    await expect(app.page.getByRole('radio', { name: /^My agent/ })).toBeVisible()
    app.folders.writeSettings({ agent_servers: { 'Another agent': scripted('neither') } })
    await expect(app.page.getByRole('radio', { name: /^Another agent ready/ })).toBeVisible()
    await expect(app.page.getByRole('radio', { name: /^My agent/ })).toBeHidden()
  })

  test('are not started in a folder that does not exist', async ({ app }) => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    const form = app.page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('radio', { name: /^My agent/ }).check()
    await form.getByRole('textbox', { name: 'Folder' }).fill('/no/such/folder')
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form.getByRole('alert')).toContainText('/no/such/folder')
    await expect(form.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  })
})

test.describe('faults in settings.json', () => {
  const good = JSON.stringify(scripted('neither'))
  test.use({ settings: `{\n  "agent_servers": {\n    "Good": ${good},\n    "Bad": { "command": 7 }\n  }\n}\n` })

  test('are shown with line and key while the rest works, and disappear when they are fixed', async ({ ownApp: app }) => {
    const faults = app.page.getByRole('alert').filter({ hasText: 'settings.json' })
    await expect(faults).toContainText('line 4: agent_servers.Bad.command')

    const thread = new OpenThread(app)
    await thread.start('Good')
    expect(await thread.ask('hello')).toBe('end_turn')

    app.folders.writeSettings(`{ "agent_servers": { "Good": ${good} } }`)
    await expect(faults).toBeHidden()
  })
})
