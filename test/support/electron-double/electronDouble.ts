import type Electron from 'electron'
import type { Chromium } from './chromium.ts'
import { acceleratedItem } from './accelerators.ts'
import { appDouble } from './appDouble.ts'
import { doubleOf, emitOn } from './doubleOf.ts'
import { menuDouble } from './menuDouble.ts'
import { Schemes } from './schemes.ts'
import { sessionDouble } from './sessionDouble.ts'
import {
  clipboardDouble,
  dialogDouble,
  nativeThemeDouble,
  notificationDouble,
  safeStorageDouble,
  screenDouble,
  shellDouble,
} from './systemDoubles.ts'
import { windowDouble, type WindowDouble, type WindowSurroundings } from './windowDouble.ts'

/** The module `electron` of the double, and its driver. */
export interface ElectronDouble {
  readonly electron: Partial<typeof Electron>
  readonly switches: ReadonlyMap<string, string>
  readonly sessionFolder: () => string
  /** From here on, the app may open windows. */
  start: (chromium: Chromium) => void
}

export function electronDouble({ appPath, isPackaged, manifest }: {
  appPath: string
  isPackaged: boolean
  manifest: { readonly name: string, readonly productName?: string, readonly version: string }
}): ElectronDouble {
  const schemes = new Schemes()
  const session = sessionDouble()
  const ipcMain = doubleOf<Electron.IpcMain>('ipcMain', {})
  const windows = new Map<number, WindowDouble>()
  let chromium: Chromium | undefined
  let focused: WindowDouble | undefined
  let nextWindowId = 1
  let isEnding = false

  const Menu = menuDouble({ focusedWindow: () => focused?.window ?? null, quit: () => app.quit() })
  const { app, switches, becomeReady } = appDouble({ appPath, isPackaged, manifest, closeWindows, end })
  const byContents = (contents: Electron.WebContents): WindowDouble | undefined => windows.get(contents.id)

  const BrowserWindow = Object.assign(openWindow, {
    getAllWindows: () => [...windows.values()].map(({ window }) => window),
    getFocusedWindow: () => focused?.window ?? null,
    fromWebContents: (contents: Electron.WebContents) => byContents(contents)?.window ?? null,
  }) as unknown as typeof Electron.BrowserWindow // callable with `new`; the rest of the class is missing
  const electron: Partial<typeof Electron> = {
    app,
    BrowserWindow,
    ipcMain,
    Menu,
    protocol: doubleOf<Electron.Protocol>('protocol', {
      registerSchemesAsPrivileged: (list) => {
        if (app.isReady())
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        schemes.register(list)
      },
      handle: (scheme, handler) => schemes.handle(scheme, handler),
    }),
    session: doubleOf<typeof Electron.session>('session', { defaultSession: session.session }),
    webContents: doubleOf<typeof Electron.webContents>('webContents', {
      getAllWebContents: () => [...windows.values()].map(({ window }) => window.webContents),
      fromDevToolsTargetId: targetId => [...windows.values()].find(window => window.targetId() === targetId)?.window.webContents,
    }),
    dialog: dialogDouble(() => app.isReady()),
    shell: shellDouble([]),
    clipboard: clipboardDouble(),
    nativeTheme: nativeThemeDouble(),
    safeStorage: safeStorageDouble(),
    screen: screenDouble(),
    Notification: notificationDouble(),
  }
  return { electron, switches, sessionFolder: () => app.getPath('sessionData'), start }

  function start(started: Chromium): void {
    chromium = started
    const { browser } = started.devtools
    browser.on('Target.targetDestroyed', ({ targetId }) =>
      [...windows.values()].find(window => window.targetId() === targetId)?.markClosed())
    browser.sendQuietly('Target.setDiscoverTargets', { discover: true })
    becomeReady()
  }

  function openWindow(options: Electron.BrowserWindowConstructorOptions = {}): Electron.BrowserWindow {
    if (chromium === undefined)
      throw new Error('Cannot create BrowserWindow before app is ready')
    const around: WindowSurroundings = {
      devtools: chromium.devtools,
      schemes,
      session,
      ipcMain,
      onKey: (_window, key) => acceleratedItem(Menu.getApplicationMenu(), key)?.click(),
      onFocused: window => void (focused = window),
      onClosed: forget,
    }
    const opened = windowDouble(nextWindowId, options, around)
    windows.set(nextWindowId++, opened)
    focused = opened
    emitOn(app, 'browser-window-created', {}, opened.window)
    return opened.window
  }

  function forget(window: WindowDouble): void {
    windows.delete(window.window.id)
    focused = focused === window ? [...windows.values()].at(-1) : focused
    if (windows.size === 0 && !emitOn(app, 'window-all-closed'))
      app.quit()
  }

  async function closeWindows(): Promise<boolean> {
    for (const window of [...windows.values()]) {
      if (!await window.close())
        return false
    }
    return true
  }

  function end(exitCode: number): void {
    if (isEnding)
      return
    isEnding = true
    const leave = (): never => process.exit(exitCode)
    if (chromium === undefined)
      return leave()
    // A graceful end lets the test runner notice that the browser closes; a stuck browser is killed on exit.
    chromium.devtools.browser.sendQuietly('Browser.close')
    Promise.race([chromium.ended, new Promise(resolve => setTimeout(resolve, 3000))]).then(leave, leave)
  }
}
