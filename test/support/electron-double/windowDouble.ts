import type Electron from 'electron'
import type { Devtools, Params } from './devtools.ts'
import type { Schemes } from './schemes.ts'
import type { SessionDouble } from './sessionDouble.ts'
import { randomUUID } from 'node:crypto'
import { contentsDouble } from './contentsDouble.ts'
import { doubleOf, emitOn, eventOf } from './doubleOf.ts'
import { pageWorldSource } from './pageWorld.ts'
import { bindingName, type FromPreload, preloadWorldName, preloadWorldSource } from './preloadWorld.ts'
import { readNatively } from './readNatively.ts'
import { report } from './report.ts'
import { routeRequests } from './requests.ts'

/** One window, in Chromium. */
export interface WindowDouble {
  readonly window: Electron.BrowserWindow
  readonly targetId: () => string | undefined
  /** Closes the window like a person. Returns whether it has closed. */
  close: () => Promise<boolean>
  /** Called when Chromium has closed its page. */
  markClosed: () => void
}

export interface WindowSurroundings {
  readonly devtools: Devtools
  readonly schemes: Schemes
  readonly session: SessionDouble
  readonly ipcMain: Electron.IpcMain
  readonly onKey: (window: Electron.BrowserWindow, key: Extract<FromPreload, { kind: 'key' }>) => void
  readonly onFocused: (window: WindowDouble) => void
  readonly onClosed: (window: WindowDouble) => void
}

export function windowDouble(id: number, options: Electron.BrowserWindowConstructorOptions, around: WindowSurroundings): WindowDouble {
  const { preload, contextIsolation = true, nodeIntegration = false, sandbox = true } = options.webPreferences ?? {}
  if (!contextIsolation || nodeIntegration || !sandbox)
    throw new Error('electron-double: only windows with contextIsolation, sandbox and without nodeIntegration are done')
  const { browser } = around.devtools
  let targetId: string | undefined
  let title = options.title ?? 'Electron'
  let isShown = options.show !== false
  let isClosed = false
  let isMaximized = false
  let isMinimized = false
  let bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }

  const attached = Promise.resolve().then(attach)
  const page = contentsDouble({
    id,
    attached,
    schemes: around.schemes,
    session: around.session,
    ipcMain: around.ipcMain,
    closeWindow: () => {
      close().catch(report)
    },
    onKey: key => around.onKey(window, key),
  })
  const window: Electron.BrowserWindow = doubleOf<Electron.BrowserWindow>('BrowserWindow', {
    id,
    webContents: page.contents,
    loadURL: url => page.navigate(url),
    isDestroyed: () => isClosed,
    close: () => {
      close().catch(report)
    },
    destroy: markClosed,
    show: () => {
      isShown = true
      emitOn(window, 'show')
    },
    isVisible: () => isShown && !isMinimized,
    focus: () => {
      around.onFocused(self)
      attached.then(() => browser.sendQuietly('Target.activateTarget', { targetId })).catch(report)
      emitOn(window, 'focus')
    },
    isMinimized: () => isMinimized,
    minimize: () => void (isMinimized = true),
    restore: () => void (isMinimized = false),
    isMaximized: () => isMaximized,
    maximize: () => void (isMaximized = true),
    getTitle: () => title,
    setTitle: newTitle => void (title = newTitle),
    getBounds: () => ({ ...bounds }),
    getNormalBounds: () => ({ ...bounds }),
    setBounds: newBounds => void (bounds = { ...bounds, ...newBounds }),
  })
  const self: WindowDouble = { window, targetId: () => targetId, close, markClosed }
  page.contents.once('did-finish-load', () => emitOn(window, 'ready-to-show', eventOf({})))
  attached.catch((error: Error) => console.error('electron-double: a window could not be opened:', error.message))
  return self

  /** Prepares everything that the first page needs before it runs. */
  async function attach(): Promise<void> {
    targetId = (
      await browser.send('Target.createTarget', { url: 'about:blank', newWindow: true, width: bounds.width, height: bounds.height })
    ).targetId as string
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
    const devtools = around.devtools.session(sessionId)
    const mainFrameId = (await devtools.send('Page.getFrameTree')).frameTree.frame.id as string
    page.attach({ devtools, mainFrameId, targetId })
    devtools.on(
      'Page.frameNavigated',
      ({ frame }: Params) => frame.parentId === undefined && around.session.applyPermissions(browser, page.contents),
    )
    await devtools.send('Inspector.enable')
    await devtools.send('Page.enable')
    await devtools.send('Runtime.enable')
    await devtools.send('Runtime.addBinding', { name: bindingName, executionContextName: preloadWorldName })
    const tag = `electron-double-${randomUUID()}` // the page cannot guess the name under which the worlds talk
    await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldSource(tag) })
    if (preload !== undefined) {
      await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
        worldName: preloadWorldName,
        source: preloadWorldSource({ tag, script: readNatively(preload, 'utf8'), file: preload }),
      })
    }
    const routes = {
      contents: page.contents,
      mainFrameId,
      schemes: around.schemes,
      session: around.session,
      isOwnNavigation: page.isOwnNavigation,
    }
    await routeRequests({ devtools, ...routes })
    devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }: Params) => {
      // A page that bypassed `window.open` is closed before it runs; workers and frames use the same routes.
      if (targetInfo.type === 'page')
        return browser.sendQuietly('Target.closeTarget', { targetId: targetInfo.targetId })
      const part = around.devtools.session(sessionId)
      routeRequests({ devtools: part, ...routes }).catch((error: Error) => part.emit('lost', error))
      part.sendQuietly('Runtime.runIfWaitingForDebugger')
    })
    await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
  }

  async function close(): Promise<boolean> {
    const event = eventOf({})
    if (!isClosed)
      emitOn(window, 'close', event)
    if (event.defaultPrevented)
      return false
    markClosed()
    return true
  }

  function markClosed(): void {
    if (isClosed)
      return
    isClosed = true
    if (targetId !== undefined)
      browser.sendQuietly('Target.closeTarget', { targetId })
    page.markDestroyed()
    emitOn(window, 'closed')
    around.onClosed(self)
  }
}
