import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const mcpServer = join(import.meta.dirname, '../agents/programs/mcpServer.ts')

test.describe('custom agents', () => {
  test.use({
    agents: {
      'My agent': scripted('neither'),
      'Not there': { command: 'no-such-agent-anywhere', args: ['--acp'] },
    },
  })

  test('in the form', async ({ app }) => {
    await test.step('come first, and run', async () => {
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
      await app.page.keyboard.press('Escape')
    })

    await test.step('are reported when their command is missing, before and after Start', async () => {
      await app.page.getByRole('button', { name: 'New thread' }).click()
      const form = app.page.getByRole('dialog', { name: 'New thread' })
      await form.getByRole('radio', { name: /^Not there.*"no-such-agent-anywhere" was not found/ }).check()
      await form.getByRole('textbox', { name: 'Folder' }).fill(app.folders.workspace)
      await form.getByRole('button', { name: 'Start' }).click()
      await expect(form.getByRole('alert')).toContainText('no-such-agent-anywhere')
      await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')).toHaveCount(1) // the one above
      await app.page.keyboard.press('Escape')
    })

    await test.step('are not started in a folder that does not exist', async () => {
      await app.page.getByRole('button', { name: 'New thread' }).click()
      const form = app.page.getByRole('dialog', { name: 'New thread' })
      await form.getByRole('radio', { name: /^My agent/ }).check()
      await form.getByRole('textbox', { name: 'Folder' }).fill('/no/such/folder')
      await expect(form).toContainText('This folder doesn’t exist.')
      await expect(form.getByRole('button', { name: 'Start' })).toBeDisabled()
      await form.getByRole('textbox', { name: 'Folder' }).press('Enter')
      await expect(form.getByRole('textbox', { name: 'Folder' })).toBeFocused()
      await expect(form).toBeVisible()
    })
  })
})

test.describe('settings.json', () => {
  const good = JSON.stringify(scripted('neither'))
  test.use({ settings: `{\n  "agent_servers": {\n    "Good": ${good},\n    "Bad": { "command": 7 }\n  }\n}\n` })

  test('while Parley runs', { tag: '@slow' }, async ({ ownApp: app }) => {
    await test.step('has its faults shown with path, line and key, and the rest applied', async () => {
      const faults = app.page.getByRole('alert').filter({ hasText: 'settings.json' })
      await expect(faults).toContainText('line 4: agent_servers.Bad.command')
      await expect(faults).toContainText(app.folders.data)
      await expect(faults.getByRole('button', { name: 'Copy path' })).toBeEnabled()

      const thread = new OpenThread(app)
      await thread.start('Good')
      expect(await thread.ask('hello')).toBe('end_turn')

      app.folders.writeSettings(`{ "agent_servers": { "Good": ${good} } }`)
      await expect(faults).toBeHidden()
    })

    await test.step('updates the open form when it is edited', async () => {
      await app.page.getByRole('button', { name: 'New thread' }).click()
      await expect(app.page.getByRole('radio', { name: /^Good/ })).toBeVisible()
      app.folders.writeSettings({ agent_servers: { 'Another agent': scripted('neither') } })
      await expect(app.page.getByRole('radio', { name: /^Another agent ready/ })).toBeVisible()
      await expect(app.page.getByRole('radio', { name: /^Good/ })).toBeHidden()
      await app.page.keyboard.press('Escape')
    })

    await test.step('gets an MCP server that was imported and tested in a form', async () => {
      app.folders.writeSettings('{}')
      await app.page.keyboard.press('ControlOrMeta+,')
      const settings = app.page.getByRole('main', { name: 'Settings' })
      await settings.getByRole('button', { name: 'MCP servers' }).click()
      await settings.getByRole('button', { name: 'Add server' }).click()
      await settings.getByText('Import', { exact: true }).click()
      await settings.getByRole('textbox', { name: /^JSON of/ }).fill(`MCP_TOKEN=x ${process.execPath} ${mcpServer}`)
      await settings.getByRole('button', { name: 'Fill in the form' }).click()
      await expect(settings.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('mcpServer')
      await settings.getByRole('button', { name: 'Test mcpServer' }).click()
      await expect(settings.getByRole('status', { name: 'Result of the test' })).toContainText('Connected: Little server 7, 2 tools')
      await settings.getByRole('button', { name: 'Save' }).click()
      await expect(settings.getByRole('list', { name: 'MCP servers' })).toContainText('mcpServer')
      await settings.getByRole('button', { name: 'Back' }).click()
    })

    await test.step('keeps comments and unknown keys when a setting is changed on the page', async () => {
      app.folders.writeSettings('{\n  // mine\n  "later": 1\n}\n')
      await app.page.keyboard.press('ControlOrMeta+,')
      const settings = app.page.getByRole('main', { name: 'Settings' })
      await expect(settings.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
      const inColumn = app.page.getByRole('navigation', { name: 'Parley' }).getByRole('button', { name: 'Settings', exact: true })
      await expect(inColumn).toHaveAttribute('aria-current', 'page')
      await app.page.keyboard.type('dark')
      const dark = settings.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' })
      await dark.focus()
      await app.page.keyboard.press('Space')
      await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await settings.getByRole('button', { name: 'settings.json' }).click()
      await expect(settings.getByRole('list', { name: 'Keys that this version does not know' })).toHaveText('later')
      expect(readFileSync(join(app.folders.data, 'settings.json'), 'utf8'))
        .toBe('{\n  // mine\n  "later": 1,\n  "appearance": {\n    "theme": "dark"\n  }\n}\n')
    })

    await test.step('changes shortcuts at once, and invalid ones are reported', async () => {
      app.folders.writeSettings({ keys: { palette: 'Mod+Shift+U', stop: 'Mod+C' } })
      const settings = app.page.getByRole('main', { name: 'Settings' })
      await settings.getByRole('button', { name: 'Keyboard' }).click()
      await expect(settings.getByRole('definition').filter({ hasText: 'Ctrl+Shift+U' })).toBeVisible()
      await expect(settings.getByText('"Mod+C" is kept for editing text')).toBeVisible()
      await app.page.keyboard.press('Control+K')
      await app.page.keyboard.press('Control+Shift+U')
      const palette = app.page.getByRole('dialog', { name: 'Command palette' })
      await expect(palette).toBeVisible()
      await app.page.keyboard.press('Control+Shift+U')
      await expect(palette).toBeHidden()
    })
  })
})
