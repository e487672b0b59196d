import { expect, type OwnApp, test } from '../fixtures'

test.use({ settings: { agent_servers: { 'My agent': { command: process.execPath, args: ['--version'] } } } })

async function offered(app: OwnApp): Promise<string[] | undefined> {
  return app.electron?.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items.map(item => item.label))
}

test('the menu', async ({ ownApp: app }) => {
  await app.page.getByRole('navigation', { name: 'Threads' }).waitFor()
  const form = app.page.getByRole('dialog', { name: 'New thread' })

  await test.step('offers a new thread with each agent, the person\'s own first', async () => {
    expect(await offered(app)).toEqual(['My agent', 'Demo agent'])
  })

  await test.step('New Thread opens the form', async () => {
    await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThread')?.click())
    await expect(form.getByRole('radiogroup', { name: 'Agent' })).toBeVisible()
    await form.getByRole('radio', { name: /^Demo agent/ }).check()
    await app.page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('New Thread With opens the form with that agent picked', async () => {
    await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items[0]?.click())
    await expect(form.getByRole('radio', { name: /^My agent/ })).toBeChecked()
  })

  await test.step('follows changes of settings.json', async () => {
    app.folders.writeSettings({ agent_servers: { Another: { command: process.execPath } } })
    await expect.poll(() => offered(app)).toEqual(['Another', 'Demo agent'])
  })
})
