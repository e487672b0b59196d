import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('the agent log finds and opens messages, and exports a bundle that plays back', { tag: ['@both', '@slow'] }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  await thread.start()
  await thread.button('Thread menu').click()
  await page.getByRole('menuitem', { name: 'Agent log' }).click()
  const log = page.getByRole('region', { name: 'Agent log' })
  await expect(log.getByRole('listitem').first()).toContainText('initialize')

  await thread.ask('hello')
  await expect(log.getByRole('listitem').filter({ hasText: 'session/prompt' }).filter({ hasText: 'end_turn' })).toBeVisible()

  await log.getByRole('searchbox', { name: 'Search the agent log' }).fill('initialize')
  const kind = log.getByRole('combobox', { name: 'Kind' })
  await kind.click()
  await expect(kind.getByRole('option', { name: 'Answers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(kind.getByRole('option', { name: 'Answers' })).toBeHidden()
  await expect(kind).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('a')
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await expect(kind).toHaveValue('answer')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await log.getByRole('listitem').getByRole('button').first().click()
  await expect(log.getByRole('listitem')).toContainText('"protocolVersion": 1')
  await log.getByRole('checkbox', { name: 'Errors only' }).check()
  await expect(log.getByRole('listitem')).toHaveCount(0)

  await log.getByRole('button', { name: 'Export bundle' }).click()
  const path = await log.getByRole('status').filter({ hasText: 'Written' }).locator('code').textContent()
  expect(path?.startsWith(app.folders.data)).toBe(true)

  await openBundle(path!)
  const bundle = page.getByRole('dialog', { name: 'Bundle: hello' })
  await expect(bundle.locator('[data-entry=turn-end]')).toBeVisible()
  await bundle.getByRole('slider', { name: 'Events shown' }).fill('0')
  await expect(bundle.locator('[data-entry]')).toHaveCount(0)
  await bundle.getByRole('button', { name: 'Play' }).click()
  await expect(bundle.locator('[data-entry=turn-end]')).toBeVisible()
  await bundle.getByRole('button', { name: 'Agent log of the bundle' }).click()
  await bundle.getByRole('searchbox', { name: 'Search the agent log' }).fill('protocolVersion')
  await expect(bundle.getByRole('list', { name: 'Messages' }).getByRole('listitem')).toHaveCount(2)
  await bundle.getByRole('button', { name: 'Close the bundle' }).click()
  await expect(bundle).toBeHidden()

  const damaged = join(app.folders.data, 'damaged.json')
  writeFileSync(damaged, readFileSync(path!, 'utf8').replace('"type": "prompt"', '"type": "turnEnd"'))
  await openBundle(damaged)
  await expect(page.getByRole('alert').filter({ hasText: 'The bundle is damaged: events' })).toBeVisible()

  async function openBundle(file: string): Promise<void> {
    await page.getByLabel('Bundle', { exact: true }).setInputFiles(file)
  }
})
