import { OpenThread } from '../app/openThread'
import { expect, test } from '../fixtures'

test('a waiting question is counted on the app\'s icon, and notified while no window is in front', async ({ ownApp: app }) => {
  await app.electron!.evaluate(({ app, BrowserWindow, Notification }) => {
    const kept = { counts: [] as number[], notifications: 0 }
    Object.assign(globalThis, { kept })
    app.setBadgeCount = (count = 0) => kept.counts.push(count) > 0
    BrowserWindow.getFocusedWindow = () => null
    Notification.isSupported = () => {
      kept.notifications++
      return false
    }
  })
  const thread = new OpenThread(app)
  await thread.start()

  await thread.askAndAnswer('permission', 'No, not today, Reject once')

  const kept = await app.electron!.evaluate(() => (globalThis as unknown as { kept: unknown }).kept)
  expect(kept).toEqual({ counts: [1, 0], notifications: 1 })
})
