import { join } from 'node:path'
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { lockContents } from './lockdown'
import { readWindowBounds, saveWindowBounds } from './windowBounds'

/** A page that dies as soon as it is loaded again would otherwise do so for ever. */
const reloadsPerMinute = 3

/** Opens Parley's window, where it was last time, with a page that has no rights of its own. It is shown once it has something to show. */
export function openWindow({ url, isOurs, preloadPath, dataFolder, prepare }: {
  url: string
  isOurs: (url: string) => boolean
  preloadPath: string
  dataFolder: string
  /** Called before the page begins to load. */
  prepare: (window: BrowserWindow) => void
}): BrowserWindow {
  const boundsFile = join(dataFolder, 'window.json')
  const { isMaximized = false, ...bounds } = readWindowBounds(boundsFile, screen.getAllDisplays().map(display => display.workArea)) ?? { width: 1280, height: 860 }
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: 'Parley',
    // The page's own background, so that nothing flashes before it is painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#131519' : '#f7f7f5',
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  lockContents(window.webContents, isOurs)
  reloadAfterCrash(window)
  window.on('close', () => saveWindowBounds(boundsFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() }))
  window.once('ready-to-show', () => {
    if (isMaximized)
      window.maximize()
    window.show()
  })
  prepare(window)
  void window.loadURL(url)
  return window
}

/** Brings the window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized())
    window.restore()
  window.show()
  window.focus()
}

function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, details) => {
    const now = Date.now()
    crashes = [...crashes.filter(time => time > now - 60_000), now]
    if (details.reason === 'clean-exit' || window.isDestroyed() || crashes.length > reloadsPerMinute)
      return
    window.webContents.reload()
  })
}
