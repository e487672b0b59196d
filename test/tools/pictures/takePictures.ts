import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OpenThread } from '../../e2e/app/openThread'
import { type App, expect, test } from '../../e2e/fixtures'

const pictures = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

const npx = (name: string): object => ({ command: 'npx', args: ['-y', name] })
function agent(file: string): object {
  return { command: process.execPath, args: [join(import.meta.dirname, file)], env: { NODE_NO_WARNINGS: '1' } }
}

test.use({
  settings: {
    agent_servers: {
      'Claude Code': npx('@agentclientprotocol/claude-agent-acp'),
      'Kimi Code': { command: 'kimi', args: ['acp'] },
      'Ledger agent': agent('pictureAgent.ts'),
      'Rounding agent': agent('reviewAgent.ts'),
    },
  },
})

/** Takes a picture in light and one in dark. */
async function take({ page }: App, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(800) // colours have faded over, and buttons that moved take answers again
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), caret: 'initial' })
  }
}

const home = join(tmpdir(), 'ada')
test.beforeEach(() => rmSync(home, { recursive: true, force: true }))

/** Creates a folder with a short path like a person's. The tests' own folders would fill the picture. */
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

const wide = { width: 1440, height: 900 }

test('home, before the first thread', async ({ ownApp: app }) => {
  await app.page.setViewportSize(wide)
  await app.page.getByRole('radio', { name: /^Claude Code/ }).check()
  await take(app, 'home')
})

test('the main window', async ({ ownApp: app }) => {
  await app.page.setViewportSize(wide)
  const thread = new OpenThread(app)
  await thread.start('Demo agent', folder('website'))
  await thread.ask('title Which words does the demo know?')
  await thread.start('Demo agent', folder('website'))
  await thread.send('permission to water the plants')
  await expect(thread.dialog).toBeVisible()
  await thread.start('Demo agent', folder('ledger'))
  await thread.ask('title Import the bank statements')
  await ledgerThread(app)
  await take(app, 'main')
})

test('a review of what an agent changed', async ({ ownApp: app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  await page.setViewportSize(wide)
  const ledger = folder('ledger')
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(ledger, name)), { recursive: true })
    writeFileSync(join(ledger, name), text)
  }
  await thread.start('Rounding agent', ledger)
  await thread.finish('Totals are sometimes off by a cent. Find out why and fix it.')
  await thread.main.getByRole('button', { name: /^Review changes/ }).first().click()
  const review = page.getByRole('region', { name: 'Changes', exact: true })
  const total = review.getByRole('group', { name: 'Changes of src/total.ts' })
  await review.getByRole('treeitem', { name: /total\.ts/ }).first().click()
  await total.getByRole('button', { name: 'Comment on line 5' }).first().click()
  await page.keyboard.type('Say in a comment why the sum is rounded, not each entry.')
  await page.keyboard.press('Enter')
  await total.getByRole('button', { name: 'Keep hunk' }).last().click()
  await expect(total.getByRole('group', { name: /Kept$/ })).toBeVisible()
  await page.mouse.move(0, 0)
  await take(app, 'review')
})

test('terminals of the person', async ({ ownApp: app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  await page.setViewportSize({ width: 1200, height: 760 })
  const website = folder('website')
  const server = `console.log('Listening on http://localhost:5173')\nsetInterval(() => 0, 1000)\n`
  writeFileSync(join(website, 'server.mjs'), server)
  await thread.start('Demo agent', website)
  await thread.ask('title Fix the login redirect')
  await page.keyboard.press('Control+`')
  const rows = page.getByRole('region', { name: 'Terminals' }).locator('.xterm-rows:visible')
  await expect(rows).toContainText(/[$#]/)
  await page.keyboard.type('PS1="website $ "; clear; node server.mjs\n')
  await expect(rows).toContainText('Listening')
  await page.keyboard.press('Control+Shift+5')
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText(/[$#]/)
  await page.keyboard.type('PS1="website $ "; clear; git init -q; git status\n')
  await expect(rows.last()).toContainText('Untracked')
  await page.keyboard.press('Control+Shift+`')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Alt+PageUp')
  await expect(rows).toHaveCount(2)
  await take(app, 'terminals')
})

const sources = {
  'CHANGELOG.md': '# Changelog\n\n- Reads statements of two more banks.\n',
  'src/total.ts': `import type { Entry } from './entry'

/** The sum of all entries, in euros. */
export function total(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + round(entry.amount), 0)
}

/** The same for each of \`count\` people. */
export function shares(entries: readonly Entry[], count: number): number[] {
  return entries.map(entry => round(entry.amount / count))
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
`,
  'src/report.ts': `import type { Entry } from './entry'
import { total } from './total'

/** One line for a month. */
export function report(month: string, entries: readonly Entry[]): string {
  return \`\${month.padEnd(12)} \${total(entries).toFixed(1)}\`
}
`,
  'test/setup.ts': '',
}
