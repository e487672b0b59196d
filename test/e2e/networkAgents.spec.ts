import { openAgentServer, openNetwork } from '../support/agentServer'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('an agent on the network is added, says where it runs, and is continued after a drop', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { page, folders } = app
  const env = { SCRIPTED_STATE: folders.workspace, EVERY_MS: '20' }
  const server = await openAgentServer(scripted('countsSlowly', env), { token: 'secret-of-mine' })
  const network = await openNetwork(server.port)
  const host = `localhost:${network.port}`
  const form = page.getByRole('dialog', { name: 'New thread' })
  const thread = new OpenThread(app)

  await test.step('an address with a token in it is rejected, with advice', async () => {
    await page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('button', { name: 'Add an agent' }).click()
    const added = page.getByRole('dialog', { name: 'Add an agent' })
    await added.getByRole('textbox', { name: 'Name' }).fill('Far away')
    await added.getByRole('combobox', { name: 'Runs' }).selectOption({ label: 'On the network, at an address' })
    await added.getByRole('textbox', { name: 'Address' }).fill(`ws://${host}/acp?token=secret-of-mine`)
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added.getByRole('alert')).toContainText('Put it into a header')
    await added.getByRole('textbox', { name: 'Address' }).fill(`ws://${host}/acp`)
    await added.getByRole('button', { name: 'Add header' }).click()
    await added.getByRole('textbox', { name: 'Name of header 1' }).fill('Authorization')
    await added.getByLabel('Value of header 1').fill('Bearer of-bad-news')
    await added.getByRole('button', { name: 'Save' }).click()
    await expect(added).toBeHidden()
  })

  await test.step('its files are remote, so the folder is on its machine; a wrong token is reported', async () => {
    await expect(form.getByRole('radio', { name: /^Far away ready/ })).toBeChecked()
    await form.getByRole('textbox', { name: `Folder on ${host}` }).fill('/srv/app')
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()
    await expect(thread.main.getByRole('alert')).toContainText(`${host} refused the token (401)`)
  })

  await test.step('the header is corrected, its old value is not shown, and the thread starts', async () => {
    await page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('button', { name: 'Edit Far away' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit agent' })
    await expect(edited.getByLabel('Value of header 1')).toHaveValue('')
    await edited.getByLabel('Value of header 1').fill('Bearer secret-of-mine')
    await edited.getByRole('button', { name: 'Save' }).click()
    await expect(edited).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await thread.main.getByRole('button', { name: 'Retry' }).click()
    await expect(thread.state).toHaveText('Ready')
    await expect(thread.main.locator('header')).toContainText(`Far away on ${host}`)
    await expect(thread.main.locator('header')).toContainText('app')
  })

  await test.step('a connection that breaks ends the turn, and Continue opens the session again', async () => {
    await thread.send('1000')
    await expect(thread.entries('agent')).toContainText('1 2 3')
    network.cut()
    await expect(thread.entries('turn-end')).toContainText(`The connection to ${host} broke in the middle of the turn.`)
    network.mend()
    await thread.main.getByRole('button', { name: 'Continue' }).click()
    await expect(thread.state).toHaveText('Ready')
    await expect(thread.entries('user')).toHaveCount(1)
    expect(await thread.ask('3')).toBe('end_turn')
  })

  network.end()
  await server.end()
})
