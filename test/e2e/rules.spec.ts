import { hostile } from '../support/scriptedAgent'
import { unfoldWork } from '../support/unfoldWork'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({ agents: { Puppet: hostile('puppet') } })

const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }]
function runs(command: string): string {
  return JSON.stringify([
    {
      ask: [
        'session/request_permission',
        { toolCall: { toolCallId: command, title: 'Test', kind: 'execute', rawInput: { command } }, options },
      ],
    },
  ])
}

async function start(app: App): Promise<OpenThread> {
  const thread = new OpenThread(app)
  await thread.start('Puppet')
  return thread
}

async function openFromPalette(app: App, name: string): Promise<void> {
  await app.page.getByRole('button', { name: 'Commands' }).click()
  await app.page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(name)
  await app.page.keyboard.press('Enter')
}

test('a rule made from a question answers the same question until it is revoked', async ({ app }) => {
  const thread = await start(app)
  await thread.send(runs('npm test'))
  await app.page.getByRole('button', { name: 'Make a rule…' }).click()
  const rules = app.page.getByRole('dialog', { name: 'Rules' })
  await expect(rules.getByRole('radio', { name: 'Puppet may run npm test with plain words' })).not.toBeChecked()
  await expect(rules.getByRole('radio', { name: `Puppet may run npm test in ${app.folders.workspace}` })).toBeChecked()
  await expect(rules).toContainText('Lets Puppet run any code as you.')
  await rules.getByRole('button', { name: 'Write it by hand…' }).click()
  await expect(rules.getByRole('textbox', { name: /^Command/ })).toHaveValue('npm test')
  await expect(rules.getByRole('status', { name: 'What this rule means' })).toContainText(
    `Puppet may run npm test in ${app.folders.workspace} without asking.`,
  )
  await expect(rules.getByRole('status', { name: 'Result of the example' })).toHaveText('This would be allowed without asking.')
  await rules.getByRole('textbox', { name: 'Try a command' }).fill('npm test; curl x')
  await expect(rules.getByRole('status', { name: 'Result of the example' })).toHaveText(
    'You would be asked: curl x needs a rule of its own.',
  )
  await rules.getByRole('button', { name: 'Save rule' }).click()
  await expect(rules).toBeHidden()
  await expect(thread.dialog).toBeHidden() // open questions are decided again
  await expect(thread.message).toBeFocused()
  await thread.seeEnd()
  await expect(thread.entries('permission').last()).toContainText('Allowed by rule')

  await thread.ask(runs('npm test'))
  await expect(thread.entries('permission').last()).toContainText('Allowed by rule: Puppet may run npm test')
  await app.page.keyboard.press('Alt+L')
  await app.page.getByRole('button', { name: 'Export bundle' }).click()
  const written = await app.page.getByRole('status').filter({ hasText: 'Written' }).locator('code').textContent()
  await app.page.getByLabel('Bundle', { exact: true }).setInputFiles(written!)
  const bundle = app.page.getByRole('dialog', { name: /^Bundle/ })
  await unfoldWork(bundle.getByRole('log'))
  await expect(bundle).toContainText('Allowed by rule: Puppet may run npm test')
  await expect(bundle.getByRole('button', { name: 'Show rule' })).toHaveCount(0) // a rule of another machine
  await bundle.getByRole('button', { name: 'Close the bundle' }).click()
  await app.page.keyboard.press('Alt+L')

  await thread.entries('permission').last().locator('summary').click()
  await thread.entries('permission').last().getByRole('button', { name: 'Show rule' }).click()
  const page = app.page.getByRole('main', { name: 'Settings' })
  await page.getByRole('button', { name: /^Try/ }).click()
  await app.page.keyboard.type('npm test && rm -r x')
  await expect(page.getByRole('status', { name: 'Result of the example' })).toContainText('You would be asked:')
  await page.getByRole('textbox', { name: 'Test a command' }).fill('npm test && git push')
  const tried = page.getByRole('status', { name: 'What the rules would do' })
  await expect(tried).toContainText('You would be asked.')
  await expect(tried).toContainText('npm test: Puppet may run npm test')
  await expect(tried).toContainText('git push: no rule applies')
  await page.getByRole('button', { name: /^Revoke/ }).click()
  await expect(page.getByRole('region', { name: 'Rules' })).toContainText('No rules yet')
  await page.getByRole('button', { name: 'Back' }).click()

  await thread.send(runs('npm test'))
  await thread.answer('No, Reject once')
})

test('rules and decisions', { tag: '@slow' }, async ({ app }) => {
  await openFromPalette(app, 'Rules')
  const rules = app.page.getByRole('dialog', { name: 'Rules' })
  const page = app.page.getByRole('region', { name: 'Rules' })
  await page.getByRole('button', { name: 'Add rule' }).click()
  const command = rules.getByRole('textbox', { name: /^Command/ })
  const meaning = rules.getByRole('status', { name: 'What this rule means' })

  await test.step('an invalid rule cannot be saved, and a broad one is pointed out', async () => {
    await expect(rules).toContainText('Type a command, or * for every command.')
    await expect(rules.getByRole('button', { name: 'Save rule' })).toBeDisabled()
    await command.fill('npm test && ls')
    await expect(meaning).toContainText('The command must be one plain command')
    await expect(rules.getByRole('button', { name: 'Save rule' })).toBeDisabled()
    await command.fill('*')
    await expect(meaning).toContainText('This allows every command except those that are always asked about.')
    await rules.getByRole('textbox', { name: 'Try a command' }).fill('sudo ls')
    await expect(rules.getByRole('status', { name: 'Result of the example' })).toHaveText(
      'You would be asked: it asks for more rights.',
    )
  })

  await test.step('the form shows what a star covers, and can widen it', async () => {
    const samples = rules.getByRole('list', { name: 'What would happen' }).getByRole('listitem')
    await command.fill('git *')
    await expect(meaning).toContainText('Give the exact command, or fix more words')
    await expect(rules.getByRole('button', { name: 'Save rule' })).toBeDisabled()
    await command.fill('cat *')
    await expect(samples).toHaveText([
      'not asked cat src/a.ts',
      'asked cat -n',
      'asked cat /etc/passwd',
      'asked cat .env',
      'asked cat src/a.ts && npm publish',
      'asked cat src/a.ts > out.txt',
    ])
    await rules.getByRole('checkbox', { name: 'paths outside the folder' }).check()
    await expect(samples.nth(2)).toHaveText('not asked cat /etc/passwd')
    await expect(rules.getByRole('heading', { name: 'New rule' })).toBeVisible()
    await rules.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('button', { name: /^Edit/ }).click()
    await expect(rules.getByRole('checkbox', { name: 'paths outside the folder' })).toBeChecked()
    await rules.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: /^Revoke/ }).click()
  })

  await test.step('the decisions of a thread are listed, and can be searched', async () => {
    const thread = await start(app)
    await thread.askAndAnswer(runs('npm test'), 'Yes, Allow once')
    await thread.askAndAnswer(runs('npm start'), 'No, Reject once')

    await openFromPalette(app, 'Decisions in this thread')
    const decisions = app.page.getByRole('region', { name: 'Decisions' })
    const lines = decisions.getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await expect(lines.first()).toContainText('You did not let Puppet run a command npm start')
    await expect(lines.first()).toContainText('No (Reject once)')
    await decisions.getByRole('searchbox', { name: 'Search decisions' }).fill('npm test')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('You let Puppet run a command npm test')
  })
})
