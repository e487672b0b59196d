import Database from 'better-sqlite3'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ paceMs: 20 })

test('while nothing can be stored a banner says so, the agent goes on, and a message stays where it was written', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.ask('hello')
  await thread.send('long 6')
  await expect(thread.log.getByText('Paragraph 1 of 6')).toBeAttached()
  const other = new Database(join(app.folders.data, 'parley.db'))
  other.exec('BEGIN IMMEDIATE')

  const banner = app.page.getByRole('alert').filter({ hasText: 'do not close Parley' })
  await expect(banner).toContainText('held by another program')
  await expect(thread.log.getByText('Paragraph 6 of 6')).toBeAttached()
  await expect(thread.lastEntry).toHaveAttribute('data-entry', 'turn-end')
  await thread.send('my next message')
  await expect(thread.main.getByRole('alert').filter({ hasText: 'The message was not sent' })).toBeVisible()
  await expect(thread.message).toHaveValue('my next message')

  other.exec('ROLLBACK')
  other.close()
  await expect(banner).toBeHidden()
  await app.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(thread.entries('user').last()).toContainText('my next message')
  await expect(thread.message).toHaveValue('')
})
