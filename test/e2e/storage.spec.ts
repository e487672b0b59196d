import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { pacedDemoAgent } from './app/agentCommand'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Paced: pacedDemoAgent(20) } })

test('storage problems are shown', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)

  await test.step('a banner is shown while nothing can be stored, and an unsent message stays', async () => {
    await thread.start('Paced')
    await thread.ask('hello')
    await thread.send('long 6')
    await expect(thread.log.getByText('Paragraph 1 of 6')).toBeAttached()
    const other = new Database(join(app.folders.data, 'parley.db'))
    other.exec('BEGIN IMMEDIATE')

    const banner = app.page.getByRole('alert').filter({ hasText: 'do not close Parley' })
    await expect(banner).toContainText('Another program is using')
    await expect(thread.log.getByText('Paragraph 6 of 6')).toBeAttached()
    await thread.seeEnd()
    await thread.send('my next message')
    await expect(thread.main.getByRole('alert').filter({ hasText: 'Couldn’t send the message' })).toBeVisible()
    await expect(thread.message).toHaveValue('my next message')

    other.exec('ROLLBACK')
    other.close()
    await expect(banner).toBeHidden()
    await app.page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(thread.entries('user').last()).toContainText('my next message')
    await expect(thread.message).toHaveValue('')
  })

  await test.step('a damaged database is set aside, and the window says so until it is dismissed', async () => {
    await app.close()
    writeFileSync(join(app.folders.data, 'parley.db'), 'this is no database')
    await app.restart()

    const notice = app.page.getByRole('alert').filter({ hasText: 'The database was damaged' })
    await expect(notice).toContainText(`set aside as "${join(app.folders.data, 'parley.db.corrupt-')}`)
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toBeHidden()
    await thread.start()
    expect(await thread.ask('hello')).toBe('end_turn')
  })
})

test('deleting a thread says what is removed and what stays, and removes its draft', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.ask('hello')
  await thread.message.fill('not sent yet')
  await thread.choose('hello', 'Delete, also in Demo agent…')
  const question = app.page.getByRole('dialog', { name: 'Delete thread' })
  await expect(question).toContainText('removed for good. Your files stay.')
  await expect(question.getByText('also from backups')).toBeHidden()
  await question.getByText('What is removed').click()
  await expect(question.getByText('also from backups')).toBeVisible()
  await expect(question).toContainText('What stays: files in its folder')
  await expect(question).toContainText('this cannot be undone')
  await question.getByRole('checkbox').uncheck()
  await expect(question).toContainText('For 10 seconds you can undo this.')
  await question.getByRole('button', { name: 'Delete thread' }).click()

  await expect(thread.link('hello')).toBeHidden()
  await expect.poll(() => app.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('not sent yet')
})
