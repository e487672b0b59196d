import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OpenThread } from '../../e2e/app/openThread'
import { type App, expect, test } from '../../e2e/fixtures'

const pictures = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

const npx = (name: string): object => ({ command: 'npx', args: ['-y', name] })

test.use({
  settings: {
    agent_servers: {
      'Claude Code': npx('@agentclientprotocol/claude-agent-acp'),
      'Kimi Code': { command: 'kimi', args: ['acp'] },
      'Ledger agent': { command: process.execPath, args: [join(import.meta.dirname, 'pictureAgent.ts')], env: { NODE_NO_WARNINGS: '1' } },
    },
  },
})

/** A picture in light and dark, or in light only. */
async function take({ page }: App, name: string, schemes: readonly ('light' | 'dark')[] = ['light']): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, schemes.length > 1 ? `${name}-${colorScheme}.png` : `${name}.png`), caret: 'initial' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const home = join(tmpdir(), 'ada')
test.beforeEach(() => rmSync(home, { recursive: true, force: true }))

/** A short path, as people have: the tests' own folders would fill the picture. */
function folder(name: string): string {
  const path = join(home, name)
  mkdirSync(path, { recursive: true })
  return path
}

async function ledgerThread(app: App): Promise<OpenThread> {
  const thread = new OpenThread(app)
  await thread.start('Ledger agent', folder('ledger'))
  await thread.send('Totals are sometimes off by a cent. Find out why and fix it.')
  await thread.answer('Run it, Allow once')
  await expect(thread.terminal).toContainText('Watching for changes')
  await expect(thread.option('Do not, Reject once')).toBeEnabled()
  return thread
}

test('the main window, and the same in a narrow one', async ({ ownApp: app }) => {
  await app.page.setViewportSize({ width: 1400, height: 900 })
  const thread = new OpenThread(app)
  await thread.start('Demo agent', folder('website'))
  await thread.ask('title Which words does the demo know?')
  await thread.start('Demo agent', folder('website'))
  await thread.send('permission to water the plants')
  await expect(thread.dialog).toBeVisible()
  await thread.start('Demo agent', folder('ledger'))
  await thread.ask('title Import the bank statements')
  await ledgerThread(app)
  await take(app, 'main', ['light', 'dark'])
  await app.page.setViewportSize({ width: 600, height: 900 })
  await take(app, 'narrow')
  await thread.stop()
})

test('a new thread', async ({ ownApp: app }) => {
  await app.page.setViewportSize({ width: 1400, height: 900 })
  await app.page.getByRole('button', { name: 'New thread' }).click()
  await app.page.getByRole('textbox', { name: 'Folder' }).fill('/home/ada/ledger')
  await app.page.getByRole('radio', { name: /^Claude Code/ }).check()
  await take(app, 'new-thread')
})

test('a thread after a restart', async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await app.page.setViewportSize({ width: 1400, height: 900 })
  await thread.start('Demo agent', folder('ledger'))
  await thread.ask('think')
  await thread.askAndAnswer('write notes.txt Ask Ada about the cents', 'Allow, Allow once')
  await thread.askAndAnswer('coloured', 'Allow, Allow once')
  await thread.ask('title What the demo can do')
  await app.restart()
  await app.page.setViewportSize({ width: 1400, height: 900 })
  await thread.open('What the demo can do')
  await expect(thread.main.getByRole('button', { name: /^Worked for/ }).last()).toBeVisible()
  await expect(thread.lastEntry).toBeInViewport({ ratio: 1 })
  await take(app, 'restored')
})
