import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostile } from '../support/scriptedAgent'
import { type StandInEditor, standInEditor } from '../support/standInEditor'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

let editor: StandInEditor

test.use({
  settings: { agent_servers: { Puppet: hostile('puppet') } },
  variables: { DISPLAY: ':0' },
  prepare: async ({}, use) => { // eslint-disable-line no-empty-pattern -- Playwright reads there what a fixture needs
    await use(({ workspace, home, outside }) => {
      mkdirSync(join(workspace, 'src'))
      writeFileSync(join(workspace, 'src/app.ts'), 'export const answer = 42\n')
      writeFileSync(join(outside, 'secret.ts'), '')
      symlinkSync(join(outside, 'secret.ts'), join(workspace, 'src/leads-out.ts'))
      execFileSync('mkfifo', [join(workspace, 'src/pipe')])
      mkdirSync(join(home, '.local/bin'), { recursive: true })
      editor = standInEditor(join(home, '.local/bin'), 'zed') // a well-known place
    })
  },
})

const prose = 'Look at `src/app.ts:1:14`, src/nothing.ts, src/leads-out.ts, src/pipe, //server/src/app.ts and src/\u202Eapp.ts.'
const terminalMeta = { terminal_info: { terminal_id: 't', cwd: 'src' } }
const outputMeta = { terminal_output: { terminal_id: 't', data: 'app.ts:1:8 - error\r\n' } }

test('paths are links once they are files of the thread, and open in the chosen editor', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, folders } = app
  const thread = new OpenThread(app)
  const file = join(realpathSync(folders.workspace), 'src/app.ts')
  const message = (update: object) => ({ update })
  const diff = { type: 'diff', path: file, oldText: 'a\n', newText: 'b\n' }
  const terminal = { toolCallId: 't', content: [{ type: 'terminal', terminalId: 't' }] }
  await thread.start('Puppet')
  await thread.ask(JSON.stringify([
    message({ sessionUpdate: 'tool_call', toolCallId: 'e', title: 'Edit', kind: 'edit', status: 'completed', content: [diff] }),
    message({ sessionUpdate: 'tool_call', ...terminal, title: 'check', kind: 'execute', status: 'in_progress', _meta: terminalMeta }),
    message({ sessionUpdate: 'tool_call_update', ...terminal, status: 'completed', _meta: outputMeta }),
    message({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: prose } }),
  ]))
  const answer = thread.entries('agent').last()
  const link = answer.getByRole('link')

  await test.step('only existing files are linked', async () => {
    await expect(link).toHaveText(['src/app.ts:1:14'])
    await expect(link).toHaveAttribute('title', new RegExp(`^${file}:1:14`))
  })

  await test.step('a file opens beside the thread if no editor is chosen', async () => {
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'app.ts' })).toBeFocused()
    await page.getByRole('tab', { name: 'app.ts' }).press('Delete')
    await expect(page.getByRole('region', { name: 'Editor' })).toBeHidden()
  })

  await test.step('Parley asks once which external editor to use', async () => {
    await link.focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    const dialog = page.getByRole('dialog', { name: 'Choose an editor' })
    await dialog.getByRole('radio', { name: 'Zed' }).check()
    await dialog.getByRole('button', { name: 'Use Zed' }).click()
    await expect.poll(() => editor.starts().map(({ args }) => args)).toEqual([[`${file}:1:14`]])
    await expect(dialog).toBeHidden()
  })

  await test.step('a diff links to its file', async () => {
    await thread.entries('tool').getByRole('region', { name: 'Diff of' }).getByRole('link', { name: 'src/app.ts' }).click()
    await expect.poll(() => editor.starts().map(({ args }) => args)).toContainEqual([file])
  })

  await test.step('a terminal links paths in its output, relative to the command\'s folder', async () => {
    const screen = thread.terminal.locator('.xterm-screen')
    const box = (await screen.boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 8)
    await expect(screen).toHaveCSS('cursor', 'pointer')
    await page.mouse.click(box.x + 20, box.y + 8)
    await expect.poll(() => editor.starts().map(({ args }) => args)).toContainEqual([`${file}:1:8`])
  })

  await test.step('files in the output of a terminal can be opened from a menu by keyboard', async () => {
    await thread.terminal.getByRole('button', { name: 'Files in the output' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'app.ts:1:8' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => editor.starts()).toHaveLength(4)
  })

  await test.step('the context menu of a path opens by keyboard', async () => {
    await link.focus()
    await page.keyboard.press('Shift+F10')
    const menu = page.getByRole('menu', { name: 'Actions for app.ts' })
    await expect(menu.getByRole('menuitem', { name: 'Open in Zed' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Copy path' })).toBeVisible()
    await menu.getByRole('menuitem', { name: 'Show here' }).click()
    await expect(page.getByRole('dialog', { name: file })).toContainText('answer = 42')
    await page.keyboard.press('Escape')
    expect(editor.starts()).toHaveLength(4)
  })

  await test.step('the settings switch back to Parley\'s editor', async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = page.getByRole('main', { name: 'Settings' })
    await settings.getByRole('button', { name: 'Editor', exact: true }).click()
    await expect(settings.getByRole('radio', { name: 'Zed' })).toBeChecked()
    await settings.getByRole('radio', { name: /^Parley/ }).check()
    await settings.getByRole('button', { name: 'Back' }).click()
    await link.click()
    await expect(page.getByRole('textbox', { name: 'app.ts' })).toBeFocused()
    expect(editor.starts()).toHaveLength(4)
  })
})
