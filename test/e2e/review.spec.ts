import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({ agents: { Worker: scripted('changesFiles') } })

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line${index + 1}\n`).join('')

const rule = 'the changes of a turn can be reviewed, rejected and restored'

test(rule, ({ app }) => walk(app))
test(`${rule}, on the desktop, too`, { tag: ['@both', '@slow'] }, async ({ ownApp: app }) => {
  await walk(app)
  await walkFurther(app)
})

async function walk(app: App): Promise<void> {
  const { page, folders } = app
  const thread = new OpenThread(app)
  const at = (name: string): string => join(folders.workspace, name)
  const read = (name: string): string => readFileSync(at(name), 'utf8')
  const review = page.getByRole('region', { name: 'Changes', exact: true })
  const file = (name: string) => review.getByRole('group', { name: `Changes of ${name}` })
  /** By wheel: where sizes change, the view follows its end unless the reader moves it. */
  const scrollToTop = async (): Promise<void> => {
    await thread.log.hover()
    await page.mouse.wheel(0, -10_000)
  }
  writeFileSync(at('a.txt'), numbered(40))
  await thread.start('Worker')

  await test.step('every changed file is listed with its kind of change and its author', async () => {
    const changed = thread.entries('turn-end').last().getByRole('region', { name: 'Changed files' })
    await thread.finish('edit a.txt line5 five\nedit a.txt line30 thirty\nwrite b.txt new\\n')
    await expect(changed.getByRole('listitem')).toContainText([/a\.txt/, /b\.txt.*Cannot tell/])
    await changed.getByRole('button', { name: /b\.txt/ }).click()
    await expect(changed).toContainText('+new')
    await thread.finish('run echo made > c.txt')
    await expect(changed.getByRole('listitem')).toContainText([/c\.txt.*During its commands/])
  })

  await test.step('the review shows a tree of files, their authors and hunks', async () => {
    await thread.main.getByRole('button', { name: 'Review changes (3)' }).click()
    await expect(review.getByRole('treeitem')).toHaveCount(3)
    await expect(review.getByRole('button', { name: /^Cannot tell/ })).toBeVisible()
    await expect(file('a.txt').getByRole('group', { name: /^Hunk/ })).toHaveCount(2)
  })

  await test.step('hunks are kept, rejected and restored by keyboard', async () => {
    await page.keyboard.press('j')
    await expect(file('a.txt').getByRole('group', { name: 'Hunk 1 of 2, line 5' })).toBeFocused()
    await page.keyboard.press('y')
    await expect(file('a.txt').getByRole('group', { name: 'Hunk 2 of 2, line 30' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(file('b.txt').getByRole('group', { name: /^Hunk/ })).toBeFocused()
    await expect(file('a.txt').getByRole('group', { name: /Kept$|Rejected$/ })).toHaveCount(2)
    expect(read('a.txt')).toBe(numbered(40).replace('line5\n', 'five\n'))
    await file('a.txt').getByRole('group', { name: /Rejected$/ }).getByRole('button', { name: 'Undo' }).click()
    await expect(file('a.txt').getByRole('button', { name: 'Reject hunk' })).toBeVisible()
    expect(read('a.txt')).toContain('thirty')
    await file('b.txt').getByRole('group', { name: /^Hunk/ }).focus()
    await page.keyboard.press('n') // all of a file that is new
    await expect.poll(() => existsSync(at('b.txt'))).toBe(false)
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => existsSync(at('b.txt'))).toBe(true)
  })

  await test.step('a file is rejected by mouse, and the next message reports that to the agent', async () => {
    await expect(async () => {
      await file('b.txt').getByRole('button', { name: 'Reject file' }).click()
      await expect.poll(() => existsSync(at('b.txt')), { timeout: 2_000 }).toBe(false)
    }, 'it takes no click while it moves').toPass()
    await page.keyboard.press('Escape')
    await expect(review).toBeHidden()
    await expect(thread.main.getByRole('button', { name: /^Review changes/ }).first()).toBeFocused()
    await expect(thread.main).toContainText('Rejected changes: 1')
    await expect(thread.entries('turn-end').first()).toContainText(/b\.txt.*rejected/)
    await expect(thread.main.getByRole('button', { name: 'Review changes (2)' }).first()).toBeVisible() // of three
    await thread.finish('Go on')
    await expect(thread.entries('agent').last()).toContainText('b.txt')
    await page.reload()
    await expect(thread.entries('turn-end').first()).toContainText(/b\.txt.*rejected/)
  })

  await test.step('a comment on a line is sent as a message', async () => {
    await page.getByRole('button', { name: /^Review changes/ }).first().click()
    await expect(review.getByRole('treeitem')).not.toHaveCount(0)
    await page.keyboard.press('k') // the last one
    await expect(file('c.txt').getByRole('group', { name: /^Hunk/ })).toBeFocused()
    await page.keyboard.press('c')
    await page.keyboard.type('Why made?')
    await page.keyboard.press('Enter')
    await expect(file('c.txt').getByRole('button', { name: 'Comment on line 1' })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(review.getByRole('button', { name: 'Send to Worker' })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(thread.entries('user').last()).toContainText('c.txt:1')
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('a file opens at the reviewed place', async () => {
    await page.getByRole('button', { name: /^Review changes/ }).first().click()
    await file('a.txt').getByRole('link', { name: 'a.txt' }).click()
    await expect(page.getByRole('tab', { name: 'a.txt' })).toHaveAttribute('aria-selected', 'true')
    await expect(review).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'a.txt' })).toBeFocused()
    await page.keyboard.press('Alt+x')
    await expect(page.getByRole('tab', { name: 'a.txt' })).toBeHidden()
  })

  await test.step('files are restored to their state before the first message, which can be undone', async () => {
    await scrollToTop()
    await thread.entries('user').filter({ hasText: 'edit a.txt' }).getByRole('button', { name: 'Restore files to here' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restore files' })
    await expect(dialog.getByRole('listitem')).toContainText([/a\.txt/, /c\.txt/])
    await dialog.getByRole('checkbox', { name: /a\.txt/ }).check() // written right when it was reported: its author may be uncertain
    await expect(dialog.getByRole('checkbox', { name: /^During its commands: 1 file/ })).toBeChecked()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await expect(dialog).toBeHidden()
    expect([read('a.txt'), existsSync(at('c.txt'))]).toEqual([numbered(40), false])
    await expect(thread.entries('turn-end').first()).toContainText(/a\.txt.*restored/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => existsSync(at('c.txt'))).toBe(true)
    expect(read('a.txt')).toContain('five')
  })

  await test.step('a file that a later turn changed again can be reviewed from its first turn on', async () => {
    await thread.finish('edit a.txt line40 forty')
    await scrollToTop()
    // By its content: while the transcript scrolls, the first end of a turn that is drawn may be a later one.
    await thread.entries('turn-end').filter({ hasText: 'b.txt' }).getByRole('button', { name: /^Review changes/ }).click()
    await expect(file('a.txt')).toContainText('Changed again in a later turn.')
    await page.keyboard.press('j')
    await page.keyboard.press('y')
    await expect(file('a.txt').getByRole('button', { name: 'Review it since this message' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(review.getByRole('combobox', { name: 'Which turns' })).toHaveValue('since')
    await expect(file('a.txt').getByRole('group', { name: 'Hunk 2 of 3, line 30' })).toBeFocused()
    await page.keyboard.press('y')
    await expect(file('a.txt').getByRole('group', { name: /Kept$/ })).toHaveCount(2)
  })
}

async function walkFurther(app: App): Promise<void> {
  const { page, folders } = app
  const thread = new OpenThread(app)
  const review = page.getByRole('region', { name: 'Changes', exact: true })
  const restore = page.getByRole('dialog', { name: 'Restore files' })
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  const prompt = (text: string) => thread.entries('user').filter({ hasText: text })
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()

  await test.step('a turn\'s card shows changes of the repository', async () => {
    await thread.finish('run git init -q')
    const changed = thread.entries('turn-end').last().getByRole('region', { name: 'Changed files' })
    await expect(changed).toContainText('A git repository was made.')
  })

  await test.step('the changes of a turn are kept or reverted from its card', async () => {
    const card = thread.entries('turn-end').last()
    await thread.finish('edit a.txt line35 thirty-five')
    await card.getByRole('button', { name: 'Revert the changes of this turn…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject changes' })
    await dialog.getByRole('checkbox', { name: /a\.txt/ }).check() // written right when it was reported: its author may be uncertain
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect.poll(() => readFileSync(join(folders.workspace, 'a.txt'), 'utf8')).not.toContain('thirty-five')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => readFileSync(join(folders.workspace, 'a.txt'), 'utf8')).toContain('thirty-five')
    const keep = card.getByRole('button', { name: 'Keep the changes of this turn' })
    await keep.click()
    await expect(keep).toBeHidden()
  })

  await test.step('a person can claim an unannounced change, which is then not pending', async () => {
    await thread.finish('write mine.txt typed\\n')
    await thread.entries('turn-end').last().getByRole('button', { name: /^Review changes/ }).click()
    const mine = review.getByRole('group', { name: 'Changes of mine.txt' })
    await expect(mine.getByRole('button', { name: 'Reject file' })).toBeVisible()
    await mine.getByRole('button', { name: 'More about mine.txt' }).click()
    await page.getByRole('menuitem', { name: 'This was me' }).click()
    await expect(mine.getByRole('button', { name: 'Reject file' })).toBeHidden()
    await expect(mine).toContainText('You')
    await page.keyboard.press('Escape')
    await expect(review).toBeHidden()
  })

  await test.step('an edited message offers to restore the files before it is sent again', async () => {
    await thread.finish('edit a.txt line20 twenty')
    await prompt('line20 twenty').getByRole('button', { name: 'Edit and resend' }).click()
    await thread.entries('user').filter({ has: editor }).getByRole('button', { name: 'Restore files to here' }).click()
    await expect(restore.getByRole('listitem')).toContainText([/a\.txt/])
    await restore.getByRole('button', { name: 'Cancel' }).click()
    await editor.press('Escape')
  })

  await test.step('nothing is restored before the agent is stopped', async () => {
    await thread.send('wait')
    await expect(thread.button('Stop')).toBeVisible()
    await prompt('line20 twenty').getByRole('button', { name: 'Restore files to here' }).click()
    await restore.getByRole('checkbox', { name: /a\.txt/ }).check() // its author may be uncertain, as above
    await restore.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(restore).toContainText('An agent works in this folder. Stop it first.')
    expect(readFileSync(join(folders.workspace, 'a.txt'), 'utf8')).toContain('twenty')
    await restore.getByRole('button', { name: 'Stop the agent' }).click()
    await thread.seeEnd()
    await restore.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(restore).toBeHidden()
    expect(readFileSync(join(folders.workspace, 'a.txt'), 'utf8')).not.toContain('twenty')
  })
}
