import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { puppet: hostile('puppet') } })

const text = (words: string) => ({ type: 'text', text: words })
const said = (words: string) => ({ update: { sessionUpdate: 'agent_message_chunk', content: text(words) } })
function call(toolCallId: string, title: string, more: object) {
  return {
    update: { sessionUpdate: 'tool_call', toolCallId, title, status: 'completed', ...more },
  }
}
const diff = { type: 'diff', path: '/w/a.ts', oldText: 'one\n', newText: 'two\n' }
const steps = [
  said('First **words**.'),
  call('read', 'Read the notes', { kind: 'fetch', status: 'failed', content: [{ type: 'content', content: text('not there') }] }),
  call('edit', 'Edit a.ts', { kind: 'edit', content: [diff] }),
  said('Then code:\n\n```ts\nconst a = 1\n```\n'),
]

test('a thread\'s content can be selected, copied and navigated', async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  await thread.start('puppet')
  await thread.ask(JSON.stringify(steps))

  await test.step('a selection across entries contains no buttons and no line numbers', async () => {
    const selected = await thread.log.evaluate((log) => {
      getSelection()?.selectAllChildren(log)
      return String(getSelection())
    })
    expect(selected).toContain('First words.')
    expect(selected).toContain('const a = 1')
    expect(selected).toMatch(/^two$/m)
    expect(selected).not.toMatch(/Copy|Wrap|Show|Worked for|^\s*1\s*$/m)
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const choose = (name: string): Promise<void> => page.getByRole('menuitem', { name }).click()

  await test.step('the context menu copies the content under the pointer', async () => {
    await thread.log.locator('pre code').click({ button: 'right' })
    await choose('Copy text')
    await expect.poll(copied).toBe('const a = 1')
    await thread.entries('agent').first().click({ button: 'right' })
    await choose('Copy as Markdown')
    await expect.poll(copied).toBe('First **words**.')
    await thread.entries('tool').last().locator('header').first().click({ button: 'right' })
    await choose('Copy turn as Markdown')
    await expect.poll(copied).toContain('- Read the notes (failed)\n- Edit a.ts')
  })

  await test.step('a button at the end of the turn copies its answer', async () => {
    await thread.log.getByRole('button', { name: 'Copy answer' }).click()
    await expect.poll(copied).toContain('Then code:\n\n```ts\nconst a = 1\n```')
  })

  await test.step('the whole thread is copied after selecting all with the keyboard', async () => {
    await thread.log.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(copied).toMatch(/^# [\s\S]*First \*\*words\*\*\.\n\n- Read the notes \(failed\)/)
    await page.evaluate(() => getSelection()?.removeAllRanges())
  })

  await test.step('keys jump to changes and errors, and back', async () => {
    await thread.message.focus()
    await page.keyboard.press('Alt+Shift+C')
    await expect(page.locator('[data-entry=tool]:focus')).toContainText('Edit a.ts')
    await page.keyboard.press('Alt+Shift+E')
    await expect(page.locator('[data-entry=tool]:focus')).toContainText('Read the notes')
    await page.keyboard.press('Alt+C')
    await expect(page.locator('[data-entry=tool]:focus')).toContainText('Edit a.ts')
    await page.keyboard.press('Alt+C')
    await expect(page.getByText('No change further down')).toBeVisible()
    // All of the thread is in view.
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
  })
})
