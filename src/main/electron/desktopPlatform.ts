import type { Platform } from '../host/platform'
import { app, BrowserWindow, dialog, nativeTheme, Notification, safeStorage, shell } from 'electron'
import { parseExternalUrl } from './page/lockdown'

/** The desktop platform, with the system's own dialogs. `showWindow` opens a window if there is none. */
export function createDesktopPlatform({ showWindow }: { showWindow: () => void }): Platform {
  return {
    shell: 'desktop',
    chooseFolder,
    choosePlaceToSave,
    openExternal,
    revealFile: path => shell.showItemInFolder(path),
    showTheme: theme => void (nativeTheme.themeSource = theme),
    ...createAttention({ showWindow }),
    sealing: openKeychain,
  }
}

async function chooseFolder(startAt?: string): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(getFrontWindow(), {
    title: 'Choose a folder',
    properties: ['openDirectory', 'createDirectory'],
    ...(startAt === undefined ? {} : { defaultPath: startAt }),
  })
  return canceled ? undefined : filePaths[0]
}

async function choosePlaceToSave(name: string): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog(getFrontWindow(), {
    title: 'Save file',
    defaultPath: name,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  return canceled || filePath === '' ? undefined : filePath
}

async function openExternal(url: string): Promise<void> {
  const { href, destination } = parseExternalUrl(url)
  const openIt = 0
  const { response } = await dialog.showMessageBox(getFrontWindow(), {
    type: 'question',
    message: `Open ${destination} outside Parley?`,
    detail: href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  })
  if (response === openIt)
    await shell.openExternal(href)
}

function getFrontWindow(): BrowserWindow {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  if (window === undefined)
    throw new Error('A dialog was asked for while no window is open.')
  return window
}

/** Gets the person's attention with the count on the app's icon and with notifications. */
function createAttention(
  { showWindow }: { showWindow: () => void },
): Required<Pick<Platform, 'showWaiting' | 'notify'>> {
  // Unreferenced notifications are garbage collected, and then clicks on them are lost.
  const shown = new Set<Notification>()
  return {
    showWaiting: count => void app.setBadgeCount(count), // fails on systems without badges; the list shows the count
    notify: ({ title, body, onOpen }) => {
      if (!Notification.isSupported())
        return () => undefined
      const notification = new Notification({ title, body })
      shown.add(notification)
      const close = (): void => {
        if (shown.delete(notification))
          notification.close()
      }
      notification.on('close', () => shown.delete(notification))
      notification.on('click', () => {
        showWindow()
        onOpen()
      })
      notification.show()
      return close
    },
  }
}

/**
 * The system's keychain, once the app is ready. `undefined` if there is none: on Linux without a keychain, Chromium
 * would "encrypt" with a public password, which must not count as one.
 */
export function openKeychain(): ReturnType<NonNullable<Platform['sealing']>> {
  if (!safeStorage.isEncryptionAvailable())
    return undefined
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text')
    return undefined
  return {
    seal: text => safeStorage.encryptString(text).toString('base64'),
    unseal: sealed => safeStorage.decryptString(Buffer.from(sealed, 'base64')),
  }
}
