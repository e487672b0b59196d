import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { drivenAgents } from '../../agents/real/realAgents'
import { taskAfter, taskBefore } from '../../agents/real/task'
import { test } from '../fixtures'
import { fills } from '../table/rows'

for (const agent of drivenAgents.filter(({ needsLogin }) => !needsLogin)) {
  test.describe(agent.name, () => {
    test.use({ agent })

    test('has its edits and the changes of its commands listed, rejected and restored', fills('undo'), async ({
      ownApp: app,
      thread,
      tell,
    }) => {
      const { page, folders } = app
      await page.setViewportSize({ width: 1280, height: 5000 }) // so that the first message is in the page
      const read = (name: string): string | undefined => {
        const path = join(folders.workspace, name)
        return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
      }
      const all = (): (string | undefined)[] => [read('first.txt'), read('first.txt.new'), read('one.txt'), read('mine.txt')]
      const [before, after] = [[taskBefore.trim(), undefined, undefined, 'mine'], [taskAfter.trim(), taskAfter.trim(), '', 'mine']]
      writeFileSync(join(folders.workspace, 'first.txt'), taskBefore)
      writeFileSync(join(folders.workspace, 'mine.txt'), 'mine')
      await thread.send(`do the task at ${join(folders.workspace, 'first.txt')}`)
      await thread.allowUntilEnd()
      expect(all()).toEqual(after)

      await page.getByRole('button', { name: 'Review changes (3)' }).first().click()
      const review = page.getByRole('region', { name: 'Changes', exact: true })
      const file = (name: string) => review.getByRole('group', { name: `Changes of ${name}`, exact: true })
      await expect(review.getByRole('treeitem')).toHaveText([/first\.txt/, /first\.txt\.new/, /one\.txt/])
      await expect(file('one.txt')).toContainText('During its commands')
      const isByCommand = await file('first.txt').getByText('During its commands').isVisible()
      await expect(file('first.txt')).toContainText(isByCommand ? 'During its commands' : 'Its edits')

      const rejectAll = review.getByRole('button', { name: 'Reject all' })
      await expect(async () => { // it takes no click until it has been still for half a second
        await rejectAll.click()
        await page.getByRole('dialog', { name: 'Reject changes' }).getByRole('button', { name: 'Reject', exact: true }).click()
        await expect.poll(all, { timeout: 5_000 }).toEqual(before)
      }).toPass()
      await review.getByRole('button', { name: 'Undo' }).first().click() // of the last decision; each file and hunk has its own
      await expect.poll(all, 'undone').toEqual(after)
      await review.getByRole('button', { name: 'Back to the thread' }).click()
      await thread.entries('user').first().getByRole('button', { name: 'Restore files to here' }).click()
      await page.getByRole('dialog', { name: 'Restore files' }).getByRole('button', { name: 'Restore' }).click()
      await expect.poll(all, 'restored').toEqual(before)
      tell('undo', isByCommand ? 'yes, all by commands' : 'yes')
    })
  })
}
