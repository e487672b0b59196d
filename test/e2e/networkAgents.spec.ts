import type { Locator, Page } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAgentServer, openNetwork } from '../support/agentServer'
import { scripted } from '../support/scriptedAgent'
import { pacedDemoAgent } from './app/agentCommand'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const tag = '@slow'

for (const scheme of ['ws', 'http'] as const) {
  test(`an agent over ${scheme} is added, and continues after its connection broke`, { tag }, async ({ ownApp: app }) => {
    const { page, folders } = app
    const env = { SCRIPTED_STATE: folders.workspace, EVERY_MS: '20' }
    const server = await openAgentServer(scripted('countsSlowly', env), { token: 'secret-of-mine' })
    const network = await openNetwork(server.port)
    const host = `localhost:${network.port}`
    const form = page.getByRole('dialog', { name: 'New thread' })
    const thread = new OpenThread(app)

    await test.step('an address with a token in it is rejected, with advice', async () => {
      const added = await addAgent(page, `${scheme}://${host}/acp?token=secret-of-mine`)
      await added.getByRole('button', { name: 'Save' }).click()
      await expect(added.getByRole('alert')).toContainText('Put it into a header')
      await added.getByRole('textbox', { name: 'Address' }).fill(`${scheme}://${host}/acp`)
      await added.getByRole('button', { name: 'Add header' }).click()
      await added.getByRole('textbox', { name: 'Name of header 1' }).fill('Authorization')
      await added.getByLabel('Value of header 1').fill('Bearer of-bad-news')
      await added.getByRole('button', { name: 'Save' }).click()
      await expect(added).toBeHidden()
    })

    await test.step('its folder is on its machine, and a wrong token is reported', async () => {
      await expect(form.getByRole('radio', { name: /^Far away ready/ })).toBeChecked()
      await form.getByRole('textbox', { name: `Folder on ${host}` }).fill('/srv/app')
      await form.getByRole('button', { name: 'Start' }).click()
      await expect(form).toBeHidden()
      await expect(thread.main.getByRole('alert')).toContainText(`${host} refused the token (401)`)
    })

    await test.step('the thread starts with a corrected header, whose value is never shown', async () => {
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
      expect(await page.content()).not.toMatch(/of-bad-news|secret-of-mine/)
      await expect(page.getByRole('button', { name: 'Terminals' }), 'of an empty folder here').toHaveCount(0)
    })

    await test.step('a broken connection ends the turn, and Continue resumes the session', async () => {
      await thread.send('1000')
      await expect(thread.entries('agent')).toContainText('1 2 3')
      await thread.message.fill('half a sent')
      network.cut()
      await expect(thread.entries('turn-end')).toContainText(`The connection to ${host} broke in the middle of the turn.`)
      network.mend()
      await thread.main.getByRole('button', { name: 'Continue' }).dblclick()
      await expect(thread.state).toHaveText('Ready')
      await expect(thread.message).toHaveValue('half a sent')
      await expect(thread.entries('user')).toHaveCount(1)
      expect(await thread.ask('3')).toBe('end_turn')
    })

    network.end()
    await server.end()
  })

  test(`an agent over ${scheme} with local files works like a local one`, { tag }, async ({ ownApp: app }) => {
    const { page, folders: { workspace, outside } } = app
    const demo = pacedDemoAgent(0)
    const server = await openAgentServer({ args: [], ...demo, env: { ...demo.env, DEMO_AGENT_STATE: join(outside, 'state') } })
    const newThread = page.getByRole('dialog', { name: 'New thread' })
    const thread = new OpenThread(app)
    const answer = thread.entries('agent').last()

    await test.step('it is added and started in a folder of this machine', async () => {
      const added = await addAgent(page, server.url(scheme))
      await added.getByRole('combobox', { name: 'Its files are' }).selectOption({ label: 'On this machine' })
      await added.getByRole('button', { name: 'Save' }).click()
      await expect(added).toBeHidden()
      await newThread.getByRole('textbox', { name: 'Folder' }).fill(workspace)
      await newThread.getByRole('button', { name: 'Start' }).click()
      await expect(newThread).toBeHidden()
      await expect(thread.state).toHaveText('Ready')
    })

    await test.step('it reads a file, asks, and changes it', async () => {
      const path = join(workspace, 'notes.txt')
      writeFileSync(path, 'one old word\n')
      expect(await thread.askAndAnswer('edit notes.txt old -> new', 'Reject, Reject once')).toBe('end_turn')
      expect(readFileSync(path, 'utf8')).toBe('one old word\n')
      expect(await thread.askAndAnswer('edit notes.txt old -> new', 'Allow, Allow once')).toBe('end_turn')
      expect(readFileSync(path, 'utf8')).toBe('one new word\n')
      await expect(thread.lastEntry.getByRole('button', { name: /notes\.txt/ }).first()).toBeVisible()
    })

    await test.step('its session is loaded with the whole history after the thread was deleted', async () => {
      const title = 'edit notes.txt old -> new'
      await thread.choose(title, /^Delete$/)
      await expect(thread.link(title)).toBeHidden()
      await page.getByRole('button', { name: 'New thread' }).click()
      await newThread.getByRole('radio', { name: /^Far away/ }).first().check()
      await newThread.getByRole('textbox', { name: 'Folder' }).fill(workspace)
      await newThread.getByRole('button', { name: 'Earlier sessions' }).click()
      const sessions = page.getByRole('dialog', { name: 'Earlier sessions' })
      await sessions.getByRole('radio', { name: title }).check()
      await sessions.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(thread.entries('user')).toHaveText([title, title])
      expect(await thread.ask('hello')).toBe('end_turn')
    })

    await test.step('its command runs here, in a terminal that a person can type into', async () => {
      await thread.send('interactive')
      await thread.answer('Allow, Allow once')
      const terminal = thread.terminal.filter({ hasText: 'What is your name?' })
      await terminal.getByRole('button', { name: 'Take the keyboard' }).click()
      await expect(terminal.getByRole('textbox')).toBeFocused()
      await page.keyboard.type('Ada')
      await page.keyboard.press('Enter')
      await expect(terminal).toContainText('Hello, Ada!')
      await thread.seeEnd()
    })

    await test.step('its form is filled in and sent', async () => {
      await thread.send('form')
      const form = page.getByRole('form', { name: 'Question from Far away' })
      await form.getByRole('textbox', { name: 'Your name' }).fill('Ada')
      await form.getByRole('button', { name: 'Submit' }).click()
      await thread.seeEnd()
      await expect(answer).toContainText('"name": "Ada"')
    })

    await test.step('it can be stopped while it is silent, and while it asks', async () => {
      for (const [text, sign] of [['hang', 'I say nothing more'], ['permission', 'Water the plants']] as const) {
        await thread.send(text)
        await expect(thread.log).toContainText(sign)
        expect(await thread.stop()).toBe('cancelled')
        await expect(thread.dialog).toBeHidden()
      }
    })

    await server.end()
  })
}

/** Fills in the form for an agent at an address, as the New thread form opens it. */
async function addAgent(page: Page, address: string): Promise<Locator> {
  await page.getByRole('button', { name: 'New thread' }).click()
  await page.getByRole('dialog', { name: 'New thread' }).getByRole('button', { name: 'Add an agent' }).click()
  const added = page.getByRole('dialog', { name: 'Add an agent' })
  await added.getByRole('textbox', { name: 'Name' }).fill('Far away')
  await added.getByRole('combobox', { name: 'Runs' }).selectOption({ label: 'On the network, at an address' })
  await added.getByRole('textbox', { name: 'Address' }).fill(address)
  return added
}
