import type { Platform } from '../host/platform'
import { app, BrowserWindow, Notification } from 'electron'
import { showWindow } from './window'

/** How the desktop gets attention: the count on the app's icon, and a notification while no window of Parley's is in front. */
export const badgeAndNotifications: Required<Pick<Platform, 'showWaiting' | 'notify'>> = {
  showWaiting: count => void app.setBadgeCount(count), // systems without badges say no, and the list shows the count anyway
  notify: ({ title, body, onOpen }) => {
    if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported())
      return
    const notification = new Notification({ title, body })
    notification.on('click', () => {
      const window = BrowserWindow.getAllWindows()[0]
      if (window)
        showWindow(window)
      onOpen()
    })
    notification.show()
  },
}
