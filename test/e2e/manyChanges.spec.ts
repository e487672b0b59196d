import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

/** On a machine that does other things as well. Alone, an undo of all files takes 20 seconds. */
const patienceMs = 150_000

test.use({ agents: { Worker: scripted('changesFiles') } })

test('five thousand files are reviewed, rejected at once and restored', { tag: '@slow' }, async ({ ownApp: app }) => {
  test.setTimeout(4 * patienceMs)
  const { page, folders } = app
  const thread = new OpenThread(app)
  const at = (name: string): string => join(folders.workspace, name)
  const made = (): number => readdirSync(folders.workspace, { recursive: true }).filter(name => String(name).endsWith('.txt')).length
  const review = page.getByRole('region', { name: 'Changes', exact: true })
  const rows = review.getByRole('treeitem')
  const drawn = async (): Promise<number> => await rows.count() + await review.getByRole('group', { name: /^Changes of/ }).count()
  writeFileSync(at('zebra.md'), 'old\n')
  await thread.start('Worker')
  // The command waits a second, as Parley may be notified of it late: earlier changes would not count as the command's.
  const fill = 'seq $((n * 100)) $((n * 100 + 99)) | split -l 1 -d -a 3 --additional-suffix=.txt'
  await thread.finish(`edit zebra.md old new\nrun sleep 1; for n in $(seq 50); do mkdir $n && (cd $n && ${fill}); done`)
  expect(made()).toBe(5_000)

  await thread.main.getByRole('button', { name: 'Review changes (5,001)' }).first().click() // the header's, which doesn't move
  await expect(review).toContainText('0 of 5,001 files decided')
  await expect(review).toContainText('5,001 files changed. 2,000 are shown, those to decide first.')
  expect(await drawn()).toBeLessThan(100)

  await rows.first().focus()
  await page.keyboard.press('End') // the file that the agent named is among those that are shown
  await expect(rows.filter({ hasText: 'zebra.md' })).toBeFocused()
  expect(await drawn()).toBeLessThan(100)
  await page.keyboard.press('Enter')
  await expect(review.getByRole('group', { name: 'Changes of zebra.md' })).toBeInViewport()

  const author = review.getByRole('button', { name: /^During its commands/ })
  await author.click()
  await expect(author).toHaveAttribute('aria-pressed', 'true')
  const progress = review.getByRole('progressbar')
  await rejectAll()
  await expect(progress).toContainText('of 5,000 files done')
  await review.getByRole('button', { name: 'Stop' }).click()
  await expect(progress).toBeHidden()
  await expect(review, 'the rest is left as it is').toContainText(/[1-9][\d,]* of 5,001 files decided/)
  expect(made()).toBeGreaterThan(0)
  expect(made()).toBeLessThan(5_000)
  await undone()

  await rejectAll()
  await expect(review).toContainText('5,000 of 5,001 files decided', { timeout: patienceMs })
  await expect(progress).toBeHidden()
  expect([made(), existsSync(at('zebra.md')), readdirSync(folders.workspace)]).toEqual([0, true, ['zebra.md']])
  await undone()

  async function rejectAll(): Promise<void> {
    await review.getByRole('button', { name: 'Reject all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject changes' })
    await expect(dialog).toContainText('5,000 files deleted')
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  }

  async function undone(): Promise<void> {
    await page.keyboard.press('ControlOrMeta+z')
    await expect(review).toContainText(/(?<![\d,])0 of 5,001 files decided/, { timeout: patienceMs })
    expect(made()).toBe(5_000)
  }
})
