import type { Locator } from '@playwright/test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { type App, expect, test } from './fixtures'

test.use({
  agents: {
    Library: scripted('sessionLibrary'),
    Locked: scripted('sessionLibrary', { SIGN_IN: '1' }),
    Broken: scripted('sessionLibrary', { LOAD: 'fails' }),
    Plain: scripted('neither'),
    Strange: scripted('strangeSession'),
  },
})

/** Gives the agents of this test their own sessions. */
function fillLibrary({ folders: { workspace, outside } }: App): void {
  writeFileSync(join(workspace, 'library.json'), JSON.stringify([
    { sessionId: 'garden', cwd: workspace, title: 'The garden', updatedAt: '2026-10-01T12:00:00Z', prompts: ['plant beans', 'water them'] },
    { sessionId: 'precious', cwd: workspace, title: 'Precious', updatedAt: '2026-09-01T12:00:00Z', prompts: ['keep this'] },
    { sessionId: 'away', cwd: join(outside, 'gone'), title: 'Far away', prompts: [] },
    { sessionId: 'untitled', cwd: workspace, prompts: ['nothing much'] },
  ]))
}

/** Opens the dialog from the New thread form, where the command and the folder are shown. */
async function earlierSessions(app: App, agentName: string): Promise<Locator> {
  const { page, folders } = app
  await page.getByRole('button', { name: 'New thread' }).click()
  const form = page.getByRole('dialog', { name: 'New thread' })
  await form.getByRole('radio', { name: new RegExp(`^${agentName}`) }).first().check()
  await form.getByRole('textbox', { name: 'Folder' }).fill(folders.workspace)
  await form.getByRole('button', { name: 'Earlier sessions' }).click()
  return page.getByRole('dialog', { name: 'Earlier sessions' })
}

/** The list of sessions and the form that it was opened from. */
async function closeDialogs({ page }: App): Promise<void> {
  for (const name of ['Earlier sessions', 'New thread']) {
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toBeHidden()
  }
}

const session = (dialog: Locator, name: string | RegExp) => dialog.getByRole('radio', { name })

test('earlier sessions of an agent', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)

  await test.step('an empty list says why it is empty', async () => {
    const dialog = await earlierSessions(app, 'Plain')
    await expect(dialog.getByRole('status')).toHaveText('Plain does not list its sessions. Parley has no thread with it here.')

    await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('Demo agent')
    await dialog.getByRole('button', { name: 'Show sessions' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Demo agent has no sessions in this folder.')

    await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('Library') // its library is missing, so it fails
    await dialog.getByRole('button', { name: 'Show sessions' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The sessions were not listed.')
    writeFileSync(join(app.folders.workspace, 'library.json'), '[]')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Library has no sessions in this folder.')

    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/no/such/folder')
    await dialog.getByRole('button', { name: 'Show sessions' }).click()
    await expect(dialog.getByRole('alert')).toContainText('/no/such/folder')
    await expect(dialog.getByRole('textbox', { name: 'Folder' })).toHaveAttribute('aria-invalid', 'true')
    await closeDialogs(app)
  })

  await test.step('a session is deleted in its agent after a confirmation, and a refusal is shown', async () => {
    fillLibrary(app)
    const dialog = await earlierSessions(app, 'Library')
    await session(dialog, /^The garden/).check()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = dialog.getByRole('group', { name: 'Delete this session?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByRole('button', { name: 'Delete it' }).click()
    await expect(session(dialog, /^The garden/)).toBeHidden()

    await session(dialog, /^Precious/).check()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByRole('button', { name: 'Delete it' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This one stays')
    await dialog.getByRole('button', { name: 'Show sessions' }).click()
    await expect(session(dialog, /^Precious/)).toBeVisible()
    await expect(session(dialog, /^The garden/)).toHaveCount(0)
    await closeDialogs(app)
  })

  await test.step('sessions of all folders are listed, and one in a missing folder does not open', async () => {
    fillLibrary(app)
    const dialog = await earlierSessions(app, 'Library')
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('checkbox', { name: 'Sessions of all folders' }).check()
    await dialog.getByRole('button', { name: 'Show sessions' }).click()
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await session(dialog, /^Far away/).check()
    await expect(dialog.getByRole('list', { name: 'Before it starts' })).toContainText('gone')
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('does not exist')
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')).toHaveCount(0)
    await closeDialogs(app)
  })

  await test.step('a session created outside Parley opens with its whole history, and continues', async () => {
    fillLibrary(app)
    const dialog = await earlierSessions(app, 'Library')
    await expect(dialog.getByRole('radio')).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(dialog.getByRole('radio')).toHaveCount(3)
    await expect(dialog.getByRole('button', { name: 'Show more' })).toBeHidden()
    await expect(session(dialog, /^Untitled session/)).toBeVisible()
    await dialog.getByRole('searchbox', { name: 'Search sessions' }).fill('garden')
    await expect(dialog.getByRole('radio')).toHaveCount(1)

    await session(dialog, /^The garden/).check()
    await expect(dialog.getByRole('form', { name: 'Chosen session' })).toContainText('sessionLibrary.ts')
    await expect(dialog.getByRole('form', { name: 'Chosen session' })).toContainText(app.folders.workspace)
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(dialog).toBeHidden()

    await expect(thread.main.getByRole('heading', { name: 'The garden', exact: true })).toBeVisible()
    await expect(thread.entries('user')).toHaveText(['plant beans', 'water them'])
    await expect(thread.entries('agent')).toHaveText(['You said: plant beans.', 'You said: water them.'])
    await expect(thread.tool('Look 1')).toHaveAttribute('data-status', 'cancelled')
    expect(await thread.ask('pick them')).toBe('end_turn')
    await expect(thread.entries('agent').last()).toHaveText('You said: pick them. That makes 3.')

    const again = await earlierSessions(app, 'Library')
    await session(again, /^The garden.*in Parley/).check()
    await again.getByRole('button', { name: 'Go to thread' }).click()
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')).toHaveCount(1)
  })
})

test('a session of an agent', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)

  await test.step('whose thread was deleted can be reopened, and deleted in the agent, too', async () => {
    const { page } = app
    await thread.start()
    await thread.ask('plan')
    await thread.choose('plan', /^Delete$/)
    await expect(thread.link('plan')).toBeHidden()

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('earlier sessions')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Earlier sessions' })
    await dialog.getByRole('combobox', { name: 'Agent' }).selectOption('Demo agent')
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(app.folders.workspace)
    await page.keyboard.press('Enter')
    await session(dialog, /^plan/).press('Space')
    await page.keyboard.press('Enter')
    await expect(thread.entries('user')).toHaveText(['plan'])
    await expect(thread.entries('plan')).toHaveCount(1)
    await expect(thread.state).toContainText('Ready')

    await thread.choose('plan', 'Delete, also in Demo agent…')
    const question = page.getByRole('dialog', { name: 'Delete thread' })
    await expect(question.getByRole('checkbox', { name: 'Also delete the session in Demo agent' })).toBeChecked()
    await question.getByRole('button', { name: 'Delete thread' }).click()
    await expect(thread.link('plan')).toBeHidden()
    await expect((await earlierSessions(app, 'Demo agent')).getByRole('status')).toHaveText('Demo agent has no sessions in this folder.')
    await closeDialogs(app)
  })

  await test.step('without an id is reported, with Retry', async () => {
    await thread.start('Strange')
    const alert = thread.main.getByRole('alert')
    await expect(alert).toContainText('did not say which session it began')
    writeFileSync(join(app.folders.workspace, 'mended'), '')
    await alert.getByRole('button', { name: 'Retry' }).click()
    expect(await thread.ask('hello')).toBe('end_turn')
  })

  await test.step('that failed to load is loaded once, and completely, by Retry', async () => {
    rmSync(join(app.folders.workspace, 'mended'))
    fillLibrary(app)
    const dialog = await earlierSessions(app, 'Broken')
    await session(dialog, /^The garden/).check()
    await dialog.getByRole('button', { name: 'Open', exact: true }).click()
    const alert = thread.main.getByRole('alert')
    await expect(alert).toContainText('The agent could not open this session: The library is on fire, time 1')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(alert).toContainText('The library is on fire, time 2')
    await expect(alert).toHaveCount(1)
    await expect(thread.entries('user')).toHaveCount(0)

    writeFileSync(join(app.folders.workspace, 'mended'), '')
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(thread.entries('user')).toHaveText(['plant beans', 'water them'])
    await expect(alert).toHaveCount(0)
  })

  await test.step('of an agent that requires a sign-in is listed after the sign-in', async () => {
    const dialog = await earlierSessions(app, 'Locked')
    await expect(dialog.getByRole('alert')).toContainText('Locked needs a sign-in. Please log in to see your sessions')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toBeHidden()
    await thread.main.getByRole('region', { name: 'Sign-in' }).getByRole('button', { name: 'Sign in: Log in to the test' }).click()
    await expect(thread.state).toContainText('Ready')

    await expect(session(await earlierSessions(app, 'Locked'), /^The garden/)).toBeVisible()
  })
})
