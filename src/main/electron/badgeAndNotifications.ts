import type { Platform } from '../host/platform'
import { app, Notification } from 'electron'

/** How the desktop gets attention: the count on the app's icon, and notifications. */
export function badgeAndNotifications(
  { showWindow }: { showWindow: () => void },
): Required<Pick<Platform, 'showWaiting' | 'notify'>> {
  // One that nobody holds is collected, and then its click is lost.
  const shown = new Set<Notification>()
  return {
    showWaiting: count => void app.setBadgeCount(count), // systems without badges say no, and the list shows the count anyway
    notify: ({ title, body, onOpen }) => {
      if (!Notification.isSupported())
        return () => undefined
      const notification = new Notification({ title, body })
      shown.add(notification)
      const takeAway = (): void => {
        if (shown.delete(notification))
          notification.close()
      }
      notification.on('close', () => shown.delete(notification))
      notification.on('click', () => {
        showWindow()
        onOpen()
      })
      notification.show()
      return takeAway
    },
  }
}
