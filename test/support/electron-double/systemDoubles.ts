import type Electron from 'electron'
import { doubleOf, emitOn } from './doubleOf.ts'

/** Printed by the double for each error box. The end-to-end fixture fails if it appears. */
export const errorBoxSign = 'electron-double: an error box'

/** Parts of the system that a test replaces with its own functions, as it would on Electron. */
export function dialogDouble(isReady: () => boolean): Electron.Dialog {
  const unanswered = (name: string) => (): never => {
    throw new Error(`electron-double: dialog.${name} was called, and the test put no answer in its place`)
  }
  return doubleOf<Electron.Dialog>('dialog', {
    showOpenDialog: unanswered('showOpenDialog'),
    showSaveDialog: unanswered('showSaveDialog'),
    showMessageBox: unanswered('showMessageBox'),
    // On Linux, Electron only writes it before the app is ready.
    showErrorBox: (title, content) => console.error(`${isReady() ? `${errorBoxSign}\n` : ''}${title}\n${content}`),
  })
}

/** Requests to open something, or to show it in its folder, are recorded in `opened`. */
export function shellDouble(opened: string[]): Electron.Shell {
  return doubleOf<Electron.Shell>('shell', {
    openExternal: async url => void opened.push(url),
    showItemInFolder: path => void opened.push(path),
  })
}

export function clipboardDouble(): Electron.Clipboard {
  let text = ''
  return doubleOf<Electron.Clipboard>('clipboard', { readText: async () => text, writeText: async newText => void (text = newText) })
}

export function nativeThemeDouble(): Electron.NativeTheme {
  return doubleOf<Electron.NativeTheme>('nativeTheme', { themeSource: 'system', shouldUseDarkColors: false })
}

export function safeStorageDouble(): Electron.SafeStorage {
  return doubleOf<Electron.SafeStorage>('safeStorage', {
    // In Electron this may wait for a person, because it accesses the keychain on the main thread.
    isEncryptionAvailable: () => {
      console.error('electron-double: the keychain was asked')
      return false
    },
  })
}

/** One screen. */
export function screenDouble(): Electron.Screen {
  const area = { x: 0, y: 0, width: 1920, height: 1080 }
  const display = doubleOf<Electron.Display>('display', { id: 1, bounds: area, workArea: area, scaleFactor: 1 })
  return doubleOf<Electron.Screen>('screen', { getAllDisplays: () => [display], getPrimaryDisplay: () => display })
}

/** To see notifications, a test replaces `show` on the prototype, as it would on Electron. */
export function notificationDouble(): typeof Electron.Notification {
  const Notification = function ({ title = '', body = '' }: Electron.NotificationConstructorOptions = {}): Electron.Notification {
    const double = doubleOf<Electron.Notification>('notification', {
      title,
      body,
      show: () => Notification.prototype.show.call(double),
      close: () => {
        Notification.prototype.close.call(double)
        emitOn(double, 'close')
      },
    })
    return double
  }
  Notification.prototype = { show: () => undefined, close: () => undefined }
  // callable with `new`; the rest of the class is missing
  return Object.assign(Notification, { isSupported: () => true }) as unknown as typeof Electron.Notification
}
