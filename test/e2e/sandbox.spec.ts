import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { noBubblewrap } from '../support/bubblewrap'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

const allow = 'Allow, Allow once'

async function openSettings({ page }: App) {
  await page.getByRole('button', { name: 'Thread menu' }).click()
  await page.getByRole('menuitem', { name: 'Sandbox for commands' }).click()
  return page.getByRole('dialog', { name: 'Sandbox for commands' })
}

test('a person runs a folder\'s commands in a sandbox, sees what it denied, and allows it', { tag: '@slow' }, async ({ app }) => {
  test.skip(noBubblewrap !== undefined, noBubblewrap)
  const { page, folders } = app
  const elsewhere = join(homedir(), `.parley-e2e-${process.pid}`)
  mkdirSync(elsewhere)
  const thread = new OpenThread(app)
  await thread.start()
  const dialog = await openSettings(app)
  const isOn = dialog.getByRole('switch', { name: 'Run commands in a sandbox' })
  await expect(isOn).toHaveAttribute('aria-checked', 'false')
  await isOn.click()
  await expect(isOn).toHaveAttribute('aria-checked', 'true')
  await expect(dialog.getByRole('switch', { name: 'Let them use the network' })).toHaveAttribute('aria-checked', 'false')
  expect(JSON.parse(readFileSync(join(folders.data, 'settings.json'), 'utf8'))).toMatchObject({
    sandboxed_folders: { [folders.workspace]: { network: false, write: [] } },
  })
  await dialog.getByRole('button', { name: 'Close' }).click()

  await thread.askAndAnswer(`run echo mine > made; echo theirs > ${elsewhere}/made`, allow)
  await expect(thread.terminal).toContainText(
    'The sandbox seems to have denied this command writing outside the folders that it may write to.',
  )
  expect([existsSync(join(folders.workspace, 'made')), existsSync(join(elsewhere, 'made'))]).toEqual([true, false])

  // The work folds a moment after its end was seen.
  await expect(async () => {
    await thread.unfold()
    const outside = thread.terminal.first().getByRole('button', { name: 'Run once outside the sandbox' })
    await outside.click()
    await expect(outside).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await expect.poll(() => existsSync(join(elsewhere, 'made'))).toBe(true)
  await expect(thread.terminal.first().getByRole('button', { name: 'Run once outside the sandbox' })).toBeHidden()

  await thread.terminal.first().getByRole('button', { name: 'Sandbox settings' }).click()
  await dialog.getByRole('textbox', { name: 'Other folders that they may write to, one per line' }).fill(elsewhere)
  await dialog.getByRole('button', { name: 'Save folders' }).click()
  await expect(dialog.getByRole('button', { name: 'Save folders' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await thread.askAndAnswer(`run echo again > ${elsewhere}/made && echo done`, allow)
  await thread.terminal.last().getByRole('button', { name: 'Output', exact: true }).click()
  await expect(thread.terminal.last()).toContainText('In a sandbox, without network')
  expect(existsSync(join(elsewhere, 'made'))).toBe(true)
  rmSync(elsewhere, { recursive: true })
})
