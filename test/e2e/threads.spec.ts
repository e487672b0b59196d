import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Forgetful: scripted('neither'), Claude: scripted('claudeDialect') } })

test('several threads', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('work at the same time, with different agents', async () => {
    await thread.startInForm()
    await thread.send('hang')
    await expect(thread.entries('agent')).toContainText('I say nothing more')
    await thread.start('Forgetful')
    expect(await thread.ask('hello forgetful')).toBe('end_turn')
    await thread.start('Claude')
    expect(await thread.askAndAnswer('run echo at-once', 'Allow, Allow once')).toBe('end_turn')

    await thread.open('hang')
    await expect(thread.state).toContainText(/Working|Model silent/)
    expect(await thread.stop()).toBe('cancelled')
    await thread.open('hello forgetful')
    expect(await thread.ask('again')).toBe('end_turn')
    await expect(thread.entries('agent').last()).toHaveText('You said: again. That makes 2.')
  })

  await test.step('keep their draft, scroll position and folds', async () => {
    await thread.start()
    await thread.ask('think')
    await thread.entries('thought').locator('summary').click()
    await thread.send('long 30')
    await expect(thread.log.getByText('Paragraph 30 of 30')).toBeInViewport()
    await thread.message.fill('not sent yet')
    await thread.log.evaluate(log => log.scrollTo(0, 0))
    await expect(thread.entries('thought').locator('details')).toHaveAttribute('open')
    await thread.log.evaluate(log => log.scrollTo(0, 150))
    await expect.poll(() => thread.log.evaluate(log => log.scrollTop)).toBe(150)

    await thread.start('Forgetful')
    await thread.ask('elsewhere')
    await thread.message.fill('another draft')
    await thread.open('think')

    await expect(thread.message).toHaveValue('not sent yet')
    await expect.poll(() => thread.log.evaluate(log => log.scrollTop)).toBe(150)
    await expect(thread.entries('thought').locator('details')).toHaveAttribute('open')
    await thread.open('elsewhere')
    await expect(thread.message).toHaveValue('another draft')
  })

  await test.step('are named by their agents', async () => {
    await thread.start()
    await thread.ask('title Watering the plants')
    await expect(thread.link('Watering the plants')).toBeVisible()
    await expect(thread.main.getByRole('heading', { name: 'Watering the plants', exact: true })).toBeVisible()
  })
})

test('the list of threads', async ({ app }) => {
  const thread = new OpenThread(app)

  await test.step('is searched, and threads are renamed and deleted in it', async () => {
    await thread.start()
    await thread.ask('hello')
    await thread.start('Forgetful')
    await thread.ask('second one')
    const links = app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')
    await expect(links).toHaveText([/second one/, /hello/])

    const search = app.page.getByRole('searchbox', { name: 'Search threads' })
    await search.fill('second')
    await expect(links).toHaveCount(1)
    await search.fill('no such thread')
    await expect(links).toHaveCount(0)
    await expect(app.page.getByRole('navigation', { name: 'Threads' })).toContainText('No thread matches')
    await search.fill('')

    await thread.choose('hello', /^Rename/)
    await app.page.getByRole('textbox', { name: 'Title' }).fill('A better name')
    await app.page.keyboard.press('Enter')
    await thread.open('A better name')

    await thread.choose('A better name', /^Delete$/)
    await expect(links).toHaveCount(1)
    await app.page.getByRole('button', { name: 'Undo' }).click()
    await expect(links).toHaveCount(2)
    await expect(thread.main.getByRole('heading', { name: 'A better name', exact: true })).toBeVisible()
    await expect(thread.entries('user')).toHaveText(['hello'])
  })

  await test.step('shows pinned and archived threads, and folds and changes groups', async () => {
    const list = app.page.getByRole('navigation', { name: 'Threads' })
    const groups = list.getByRole('heading')
    await thread.choose('second one', 'Pin')
    await expect(groups).toHaveText(['Pinned', 'workspace'])
    await thread.choose('second one', 'Archive')
    await expect(groups).toHaveText(['workspace', 'Archived1'])
    await expect(thread.link('second one')).toBeHidden()
    const search = app.page.getByRole('searchbox', { name: 'Search threads' })
    await search.fill('second')
    await expect(thread.link('second one')).toBeVisible()
    await search.fill('')
    await list.getByRole('button', { name: 'workspace' }).click()
    await expect(thread.link('A better name')).toBeHidden()
    await app.page.getByRole('button', { name: 'How threads are grouped' }).click()
    await app.page.getByRole('menuitemradio', { name: 'By state' }).click()
    await expect(groups).toHaveText(['At rest', 'Archived1'])

    await app.page.reload()
    await expect(groups).toHaveText(['At rest', 'Archived1'])
    await list.getByRole('button', { name: 'Archived' }).click()
    await thread.open('second one')
    expect(await thread.ask('on with it')).toBe('end_turn')
    await expect(groups).toHaveText(['At rest'])
    await thread.choose('second one', /^Delete$/)
    await expect(thread.link('second one')).toBeHidden()
    const recent = app.page.getByRole('region', { name: 'Recent threads' }).getByRole('link', { name: 'A better name' })
    await recent.click({ button: 'right' })
    await app.page.getByRole('menuitem', { name: 'Rename' }).click()
    await app.page.getByRole('textbox', { name: 'Title' }).press('Escape')
    await expect(recent, 'Home has the same menu').toBeFocused()
  })

  await test.step('gets a thread whose first message was typed on Home', async () => {
    await thread.open('A better name')
    await app.page.evaluate(() => location.hash = '')
    await expect(app.page.getByRole('region', { name: 'Recent threads' }).getByRole('link')).toHaveCount(1)
    await expect(app.page.getByRole('button', { name: 'Folder: workspace' })).toHaveAttribute('aria-expanded', 'false')
    await expect(app.page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await app.page.keyboard.type('hello from Home')
    await app.page.keyboard.press('Enter')
    // Until it is known that the command is trusted there, Enter leads to Start; from then on it starts the thread.
    const start = app.page.getByRole('button', { name: 'Start', exact: true }).and(app.page.locator(':focus'))
    await expect(start.or(thread.entries('user'))).toBeVisible()
    if (await start.isVisible()) {
      await expect(start).not.toHaveAttribute('aria-disabled', 'true')
      await app.page.keyboard.press('Enter')
    }
    await expect(thread.entries('user')).toHaveText('hello from Home')
    await expect(thread.message).toHaveValue('')
  })
})
