import { expect, test } from '../fixtures'

test.use({ settings: { agent_servers: { 'My agent': { command: process.execPath, args: ['--version'] } } } })

test('the menu offers a new thread with each agent, the person\'s own first', async ({ ownApp: app }) => {
  const labels = await app.electron?.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.getMenuItemById('newThreadWith')
      ?.submenu
      ?.items
      .map(item => item.label),
  )
  expect(labels).toEqual(['My agent', 'Demo agent'])
})

test('New Thread in the menu opens the form', async ({ ownApp: app }) => {
  await app.page.getByRole('navigation', { name: 'Threads' }).waitFor()
  await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThread')?.click())
  await expect(app.page.getByRole('radiogroup', { name: 'Agent' })).toBeVisible()
})

test('New Thread With opens the form with that agent picked', async ({ ownApp: app }) => {
  await app.page.getByRole('navigation', { name: 'Threads' }).waitFor()
  await app.electron?.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('newThreadWith')?.submenu?.items[0]?.click())
  await expect(app.page.getByRole('radio', { name: /^My agent/ })).toBeChecked()
})

test('the menu follows changes of settings.json', async ({ ownApp: app }) => {
  app.folders.writeSettings({ agent_servers: { Another: { command: process.execPath } } })
  await expect
    .poll(() =>
      app.electron?.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()
          ?.getMenuItemById('newThreadWith')
          ?.submenu
          ?.items
          .map(item => item.label),
      ),
    )
    .toEqual(['Another', 'Demo agent'])
})
