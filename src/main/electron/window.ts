import type { Quitting } from './quit'
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { errorMessage } from '../../shared/errors'
import { reportToStderr } from '../shell/shellHost'
import { offerEditing } from './editMenu'
import { lockContents } from './page/lockdown'
import { readWindowBounds, saveWindowBounds } from './windowBounds'

/** How often a page that keeps crashing is reloaded. */
const reloadsPerMinute = 3
/** A page that takes longer is considered broken. */
const drawnWithinMs = 10_000

/** The window's content, and where to store its position. */
interface WindowOptions {
  readonly url: string
  readonly isAppUrl: (url: string) => boolean
  readonly preloadPath: string
  readonly dataFolder: string
  readonly quitting: Quitting
  /** Called before the page begins to load. */
  readonly prepare: (window: BrowserWindow) => void
}

/**
 * Opens Parley's window, focuses it when Parley is started again, and quits the app when it is closed (except on
 * macOS). Returns a function that focuses it.
 */
export function keepWindow(options: WindowOptions): () => void {
  let window = openWindow(options)
  const show = (): void => {
    if (options.quitting.isDisposing)
      return
    if (window.isDestroyed())
      window = openWindow(options)
    else
      showWindow(window)
  }
  app.on('second-instance', show)
  app.on('activate', show)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin')
      app.quit()
  })
  return show
}

/** Creates a window in its last position, with a page without privileges. It is shown once its page is drawn. */
function openWindow({ url, isAppUrl, preloadPath, dataFolder, quitting, prepare }: WindowOptions): BrowserWindow {
  const boundsFile = join(dataFolder, 'window.json')
  const { isMaximized = false, ...bounds } = readWindowBounds(
    boundsFile,
    screen.getAllDisplays().map(display => display.workArea),
  ) ?? { width: 1280, height: 860 }
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: 'Parley',
    // The page's own (`--window`), so that nothing flashes before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1012' : '#f1f1ef',
    webPreferences: {
      preload: preloadPath,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: true,
    },
  })
  lockContents(window.webContents, isAppUrl)
  offerEditing(window)
  reloadAfterCrash(window)
  const keepPlace = (): void => {
    try {
      saveWindowBounds(boundsFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    }
    catch (error) {
      reportToStderr(error, 'keeping the place of the window') // the window then opens in the default position
    }
  }
  window.on('close', (event) => {
    if (quitting.mayClose())
      keepPlace()
    else
      event.preventDefault()
  })
  // Windows is shutting down and kills this process, so nothing can be awaited.
  window.on('session-end', () => {
    keepPlace()
    quitting.end()
  })
  showOnce(window, { isMaximized })
  prepare(window)
  window.loadURL(url).catch((error: unknown) => {
    if (!window.isDestroyed())
      process.stderr.write(`The page could not be loaded: ${errorMessage(error)}\n`)
  })
  return window
}

/** Shows a window once its page is drawn, or if the page fails or takes long, so that Parley is never invisible. */
function showOnce(window: BrowserWindow, { isMaximized }: { isMaximized: boolean }): void {
  const late = setTimeout(show, drawnWithinMs)
  let isShown = false
  window.once('ready-to-show', show)
  window.webContents.once('did-fail-load', show)
  window.once('closed', () => clearTimeout(late))

  function show(): void {
    clearTimeout(late)
    if (isShown || window.isDestroyed())
      return
    isShown = true
    if (isMaximized)
      window.maximize()
    window.show()
  }
}

/** Focuses a window. */
function showWindow(window: BrowserWindow): void {
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
