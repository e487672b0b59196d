import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfDocument } from '../support/pdfDocument'
import { hostile, scripted } from '../support/scriptedAgent'
import { expectAccessible } from './app/accessibility'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({
  agents: {
    Locked: scripted('terminalSignIn'),
    Claude: scripted('planner'),
    Worker: scripted('changesFiles'),
    Absent: { command: 'no-such-agent-anywhere' },
  },
})

const inDialog = 'dialog[open]:not(:has(dialog[open]))'
const sections = [
  ...['Appearance', 'Notifications', 'Agents', 'Rules', 'Decisions', 'Sandbox'],
  ...['MCP servers', 'Editor', 'Terminal', 'Keyboard', 'settings.json', 'About'],
]
const inReview = 'section[aria-label=Changes]'

// The most common views are checked in the gate, all others by `npm run test:slow`.

/** Checks states of the window for accessibility. */
function looker({ page }: App): (state: string, within?: string) => Promise<void> {
  return (state, within) => test.step(state, () => expectAccessible(page, state, within))
}

test('starting a thread is accessible, in light and dark', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page } = app
  const { keyboard } = page
  const look = looker(app)
  const thread = new OpenThread(app)
  const form = page.getByRole('dialog', { name: 'New thread' })

  await expect(page.getByRole('radio', { name: /^Demo agent/ })).toBeVisible()
  await look('Home')
  await keyboard.press('Alt+N')
  await form.getByRole('radio', { name: /^Absent/ }).check()
  await form.getByRole('textbox', { name: 'Folder' }).fill(app.folders.workspace)
  await form.getByRole('button', { name: 'Start' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await look('the New thread dialog, refused', inDialog)
  for (const button of ['Add an agent', 'Agent settings', 'Earlier sessions']) {
    await form.getByRole('button', { name: button }).click()
    await expect(page.getByRole('dialog')).toHaveCount(2)
    await look(button, inDialog)
    const runs = page.getByRole('combobox', { name: 'Runs' })
    if (await runs.isVisible()) {
      await runs.selectOption('On the network, at an address')
      await page.getByRole('button', { name: 'Add header' }).click()
      await look(`${button}, on the network`, inDialog)
    }
    await keyboard.press('Escape')
  }
  await keyboard.press('Escape')

  await thread.start('Locked')
  await expect(thread.main.getByRole('region', { name: 'Sign-in' })).toBeVisible()
  await look('a sign-in')
  await thread.send('hello there')
  const card = thread.main.getByRole('region', { name: 'Sign-in' })
  await card.getByRole('button', { name: 'Sign in: Log in with a code' }).click()
  await expect(card.getByRole('region', { name: 'Terminal' })).toContainText('Hello, what is the code?')
  await keyboard.type('42')
  await keyboard.press('Enter')
  await expect(card).toBeHidden()
  await thread.button('Thread menu').click()
  await page.getByRole('menuitem', { name: /^Sign out of/ }).click()
  await expect(page.getByRole('dialog', { name: 'Sign out' })).toBeVisible()
  await look('signing out', inDialog)
})

test('search and history are accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const look = looker(app)
  const thread = new OpenThread(app)

  await thread.start()
  await thread.ask('hello kingfisher')
  await keyboard.press('ControlOrMeta+K')
  await keyboard.type('kingfisher')
  await look('the palette', inDialog)
  await keyboard.press('Escape')
  await keyboard.press('Control+Shift+F')
  await look('the search, empty', inDialog)
  await keyboard.type('kingfisher')
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible()
  await look('the search', inDialog)
  await keyboard.press('Escape')
  await thread.button('Thread menu').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await look('a menu')
  await keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await look('a tooltip')
  await keyboard.press('ControlOrMeta+F')
  await keyboard.type('hello')
  await keyboard.press('Alt+L')
  await expect(page.getByRole('region', { name: 'Agent log' }).getByRole('listitem').first()).toBeVisible()
  await look('the agent log, and Find in thread')
  await page.getByRole('button', { name: 'Export bundle' }).click()
  const written = await page.getByRole('status').filter({ hasText: 'Written' }).locator('code').textContent()
  await page.getByLabel('Bundle', { exact: true }).setInputFiles(written!)
  await expect(page.getByRole('dialog', { name: /^Bundle/ })).toBeVisible()
  await look('a bundle', inDialog)
  await page.getByRole('button', { name: 'Close the bundle' }).click()
})

test('the person\'s own terminals are accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const look = looker(app)
  const thread = new OpenThread(app)
  const terminals = page.getByRole('region', { name: 'Terminals' })
  const button = (name: string) => terminals.getByRole('button', { name, exact: true })

  await thread.start()
  await page.keyboard.press('Control+`')
  await expect(terminals.locator('.xterm-rows')).toContainText(/[$#]/)
  await page.keyboard.type('ls /; sleep 600\n')
  await expect(terminals.getByRole('tab')).toHaveAccessibleName('sleep, running')
  await button('Split').click()
  await expect(terminals.locator('.xterm-rows')).toHaveCount(2)
  await button('Find').click()
  await page.keyboard.type('usr')
  await look('two terminals, one that runs, and what is found in it')
  await page.keyboard.press('Escape')
  await button('Shells and commands').click()
  await expect(page.getByRole('menuitem', { name: 'Saved commands…' })).toBeVisible()
  await look('the menu of shells')
  await page.getByRole('menuitem', { name: 'Saved commands…' }).click()
  await look('saved commands', inDialog)
  await page.keyboard.press('Escape')
  await terminals.getByRole('tab').press('Delete')
  await expect(page.getByRole('dialog', { name: 'Close terminal' })).toBeVisible()
  await look('the question before closing', inDialog)
  await page.keyboard.press('Escape')
  await thread.send('endless')
  await thread.answer('Allow, Allow once')
  await terminals.getByRole('tab', { name: /^Demo agent: / }).click()
  await expect(terminals.getByRole('region', { name: 'Terminal' })).toContainText('tick')
  await look('a command of the agent beside them')
  await page.setViewportSize({ width: 420, height: 800 })
  await look('terminals in a narrow window')
})

test('the settings are accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const look = looker(app)
  await expect(page.getByRole('radio', { name: /^Demo agent/ })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('main', { name: 'Settings' })
  for (const section of sections) {
    await settings.getByRole('navigation').getByRole('button', { name: section, exact: true }).click()
    await expect(settings.getByRole('region', { name: section })).toBeVisible()
    await look(section, 'main')
  }
  await page.setViewportSize({ width: 420, height: 800 })
  await settings.getByRole('navigation').getByRole('button', { name: 'Appearance' }).click()
  await look('a narrow section', 'main')
  await settings.getByRole('searchbox').fill('theme')
  await look('settings that were searched')
})

test('a question, a rule and a queue are accessible, in light and dark', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const look = looker(app)
  const thread = new OpenThread(app)

  await thread.start()
  await thread.send('run echo hi')
  for (const text of ['first', 'second']) {
    await thread.message.fill(text)
    await thread.message.press('Enter')
  }
  await expect(page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')).toHaveCount(2)
  await look('a question, and a queue')
  await page.getByRole('button', { name: 'Make a rule…' }).click()
  await page.getByRole('button', { name: 'Write it by hand…' }).click()
  await look('a rule', inDialog)
  await keyboard.press('Escape')
  await thread.stop()
  await look('a queue that is paused, after Stop')
})

test('content from an agent is accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const look = looker(app)
  const thread = new OpenThread(app)

  await page.setViewportSize({ width: 1440, height: 1600 })
  await thread.start()
  for (const text of ['markdown', 'many', 'plan', 'silence', 'diff'])
    await thread.ask(text)
  await thread.send('endless')
  await thread.answer('Allow, Allow once')
  await expect(thread.terminal.last()).toHaveAttribute('data-state', 'running')
  await look('diffs, a plan, a terminal that runs')
  await thread.stop()
})

test('a review of changes is accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page, folders } = app
  const look = looker(app)
  const thread = new OpenThread(app)
  const review = page.getByRole('region', { name: 'Changes', exact: true })

  writeFileSync(join(folders.workspace, 'a.txt'), Array.from({ length: 40 }, (_, index) => `line${index + 1}\n`).join(''))
  writeFileSync(join(folders.workspace, 'c.txt'), 'one\n')
  await thread.start('Worker')
  await thread.finish('edit a.txt line5 five\nedit a.txt line20 twenty\nedit a.txt line35 last\nedit c.txt one two\nwrite b.txt new\\n')
  // The header's, of the whole thread: in a review of one turn nothing is decided that changed after it.
  await thread.main.getByRole('button', { name: /^Review changes/ }).first().click()
  await expect(review.getByRole('group', { name: /^Hunk/ }).first()).toBeVisible()
  await look('a review')
  await review.getByRole('button', { name: 'Keep hunk' }).first().click()
  await expect(review.getByRole('group', { name: /Kept$/ })).toBeVisible()
  await expect(async () => {
    await review.getByRole('button', { name: 'Reject hunk' }).first().click()
    await expect(review.getByRole('group', { name: /Rejected$/ })).toBeVisible({ timeout: 3_000 })
  }, 'it takes no click while it moves').toPass()
  await review.getByRole('button', { name: /^Show hunk/ }).first().click()
  await review.getByRole('button', { name: /^Comment on line/ }).last().click()
  await look('hunks that were decided, and a comment that is written', inReview)
  writeFileSync(join(folders.workspace, 'c.txt'), 'mine\n')
  await expect(review.getByRole('button', { name: 'Keep both' })).toBeVisible()
  await look('lines that two changed', inReview)
  await page.keyboard.type('Why?')
  await page.keyboard.press('Enter')
  await page.setViewportSize({ width: 420, height: 800 })
  await look('a narrow review', inReview)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Escape')
  await thread.entries('user').getByRole('button', { name: 'Restore files to here' }).click()
  await expect(page.getByRole('dialog', { name: 'Restore files' }).getByRole('listitem').first()).toBeVisible()
  await look('what is restored', inDialog)
  await page.keyboard.press('Escape')
  await thread.finish('run for file in $(seq 1200); do echo $file > many$file.txt; done')
  await thread.main.getByRole('button', { name: 'Review changes (1,200)' }).click()
  await expect(review.getByRole('status').filter({ hasText: 'of 1,200 files' })).toBeVisible()
  expect(await review.getByRole('treeitem').count(), 'rows that are drawn').toBeLessThan(100)
  expect(await review.getByRole('group', { name: /^Changes of/ }).count(), 'files that are drawn').toBeLessThan(100)
  await look('a review of 1,200 files', inReview)
})

test('a narrow window is accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const look = looker(app)
  const thread = new OpenThread(app)

  await page.setViewportSize({ width: 420, height: 800 })
  await page.getByRole('button', { name: 'Show threads' }).click()
  await thread.startInForm()
  await thread.send('elicitation')
  await expect(page.getByRole('form', { name: 'Question from Demo agent' })).toBeVisible()
  await look('a form')
  await thread.stop()
  await page.getByRole('button', { name: 'Show threads' }).click()
  await look('the list of threads')
  await thread.startInForm('Claude')
  await thread.send('plan')
  await expect(thread.dialog.getByRole('list', { name: 'The plan' })).toBeVisible()
  await look('a plan to approve')
  await thread.stop()
})

test.describe('with other agents', () => {
  test.use({
    agents: {
      Crashes: scripted('crashInPrompt'),
      Gemini: scripted('geminiDialect'),
      Puppet: hostile('puppet'),
      Worker: scripted('changesFiles'),
    },
  })

  test('questions in a thread are accessible, in light and dark', { tag: '@slow' }, async ({ ownApp: app }) => {
    const { page, folders } = app
    const { keyboard } = page
    const look = looker(app)
    const thread = new OpenThread(app)

    await thread.start('Gemini')
    await thread.main.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('yolo')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('a mode that acts unasked', inDialog)
    await keyboard.press('Escape')
    await thread.start()
    await thread.ask('hello')
    await thread.link('hello').click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await look('the menu of a thread in the list')
    await page.getByRole('menuitem', { name: /^Delete$/ }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await look('a toast')

    await thread.start('Crashes')
    await thread.send('go')
    await expect(thread.button('Restart agent')).toBeVisible()
    await look('an agent that stopped')
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('radiogroup', { name: 'Agent' })).toBeVisible()
    await look('Home, with threads')

    await page.setViewportSize({ width: 1280, height: 800 })
    await thread.start()
    await thread.send('run echo hi')
    await expect(thread.dialog).toBeVisible()
    await page.setViewportSize({ width: 420, height: 800 })
    await look('a narrow question')
    await page.setViewportSize({ width: 1280, height: 800 })
    await thread.stop()
    await page.getByRole('button', { name: 'New thread' }).click()
    const form = page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('radio', { name: /^Worker/ }).check()
    await form.getByRole('checkbox', { name: 'No folder' }).check()
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()
    await expect(thread.lastEntry).toHaveCount(0)
    await thread.finish('write b.txt new\\n')
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: /^write/ }).press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete thread' })
    await expect(question).toBeVisible()
    await look('a deletion', inDialog)
    await question.getByRole('button', { name: 'Cancel' }).click()

    folders.writeSettings('{ "agent_servers": { "Bad": { "command": 7 } } }')
    await expect(page.getByRole('alert').filter({ hasText: 'settings.json' })).toBeVisible()
    await look('faults of the settings')
  })

  test('views that a message opens are accessible, in light and dark', { tag: '@slow' }, async ({ app }) => {
    test.slow() // the libraries of diagrams and documents are large
    const { page, folders } = app
    const { keyboard } = page
    const look = looker(app)
    const thread = new OpenThread(app)
    app.allowError(/Content Security Policy|allow-popups|(?:diagram|pdf)\.html/) // these pages log violations of their policy

    writeFileSync(join(folders.workspace, 'one.txt'), '1')
    await thread.start('Puppet')
    const text = 'A [page](https://example.org/page).\n\n```mermaid\nflowchart LR\n  A --> B\n```'
    const blob = { uri: 'file:///report.pdf', mimeType: 'application/pdf', blob: pdfDocument(['Sales rose', 'Costs fell']) }
    await thread.ask(JSON.stringify([{ type: 'text', text }, { type: 'resource', resource: blob }].map(content =>
      ({ update: { sessionUpdate: 'agent_message_chunk', content } }))))
    await thread.log.getByRole('link', { name: 'page', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Open this address?' })).toBeVisible()
    await look('an address', inDialog)
    await keyboard.press('Escape')
    await keyboard.press('ControlOrMeta+P')
    await expect(page.getByRole('dialog', { name: 'Quick open' }).getByRole('option').first()).toBeVisible()
    await look('quick open', inDialog)
    await keyboard.press('Escape')
    await thread.log.getByRole('button', { name: 'Show as diagram' }).click()
    await expect(page.frameLocator('iframe[title=Diagram]').locator('svg')).toContainText('B', { timeout: 20_000 })
    await look('a diagram')
    await thread.log.getByRole('button', { name: 'Enlarge' }).first().click()
    const larger = page.getByRole('dialog', { name: 'Diagram' }).frameLocator('iframe')
    await expect(larger.locator('svg')).toContainText('B', { timeout: 20_000 })
    await look('a diagram, larger', inDialog)
    await keyboard.press('Escape')
    await thread.log.locator('summary', { hasText: 'report.pdf' }).press('Enter')
    await expect(thread.log.getByRole('group', { name: 'PDF document /report.pdf' })).toContainText('Page 1 of 2', { timeout: 20_000 })
    await look('a document')
  })
})
