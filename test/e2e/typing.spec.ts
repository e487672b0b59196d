import type { WebSocketRoute } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

/** Typed text reaches the disk within this time. */
const keptAfterMs = 1_000
/** At twelve letters a second, a fast writer. */
const delay = 83

test('no letter is lost, whatever happens while typing', { tag: '@slow' }, async ({ ownApp: app }) => {
  const { keyboard } = app.page
  const thread = new OpenThread(app)
  const queued = app.page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
  const type = (text: string) => keyboard.type(text, { delay })
  const sendAndType = async (message: string, next: string) => {
    await thread.message.fill(message)
    await keyboard.press('Enter')
    await type(next)
    await expect(thread.message).toHaveValue(next)
  }

  await test.step('through Send, Queue and Stop', async () => {
    await thread.start()
    await sendAndType('hang', 'then the changelog, please')
    await keyboard.press('Enter')
    await type('and the version')
    await expect(queued).toHaveText([/^then the changelog, please/])
    await expect(thread.message).toHaveValue('and the version')
    await keyboard.press('ControlOrMeta+.')
    await type(', too')
    await expect(thread.message).toHaveValue('and the version, too')
    await queued.getByRole('button', { name: 'Remove' }).click()
  })

  await test.step('while a question appears, and while it has the focus', async () => {
    await sendAndType('permission', 'water them twice a week')
    await expect(thread.dialog).toBeVisible()
    await keyboard.press('Alt+Q')
    await type(' or so')
    await expect(thread.message).toHaveValue('water them twice a week or so')
    await thread.button('Stop').click()
    await thread.seeEnd()
  })

  await test.step('while the connection is lost, and a message is being sent', async () => {
    const wires: WebSocketRoute[] = []
    let isCut = false
    await app.page.routeWebSocket('**/ws', (wire) => {
      if (isCut)
        return void wire.close()
      wires.push(wire)
      wire.connectToServer()
    })
    await app.page.reload()
    const cut = async () => {
      isCut = true
      await Promise.all(wires.splice(0).map(wire => wire.close()))
    }
    await thread.message.fill('')
    const typing = type('all of this is typed while the connection goes and comes back again')
    await cut()
    await expect(app.page.getByRole('alert').filter({ hasText: 'Can’t reach Parley' })).toBeVisible()
    isCut = false
    await typing
    await expect(thread.message).toHaveValue('all of this is typed while the connection goes and comes back again')

    await cut()
    await keyboard.press('Enter')
    await type('typed below nothing')
    await expect(app.page.getByRole('list', { name: 'Messages being sent' })).toContainText('all of this is typed')
    isCut = false
    await expect(thread.message).toHaveValue(/^typed below nothing\n\nall of this is typed .* again$/)
    await type(' but above it')
    await expect(thread.message).toHaveValue(/^typed below nothing but above it\n\nall of this/)
  })

  await test.step('while Parley restarts, and while the agent starts', async () => {
    await thread.message.fill('left in the box')
    await pause(keptAfterMs)
    await app.close()
    await app.restart()
    await thread.open('hang')
    await expect(thread.message).toHaveValue('left in the box')
    const { keyboard } = app.page
    await thread.message.fill('hello')
    await keyboard.press('Enter')
    await keyboard.type('typed while it wakes', { delay })
    await expect(thread.message).toHaveValue('typed while it wakes')
    await expect(thread.entries('user').last()).toHaveText('hello')
    await thread.seeEnd()
    await expect(thread.message).toHaveValue('typed while it wakes')
  })
})
