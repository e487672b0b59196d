import type Electron from 'electron'
import type { DevtoolsSession, Params } from './devtools.ts'
import type { Schemes } from './schemes.ts'
import type { SessionDouble } from './sessionDouble.ts'
import { doubleOf, emitOn, eventOf } from './doubleOf.ts'
import { bindingName, type FromPreload, preloadWorldName } from './preloadWorld.ts'
import { report } from './report.ts'
import { valueText } from './valueText.ts'

/** A window's page as the main process sees it. */
export interface ContentsDouble {
  readonly contents: Electron.WebContents
  /** Attaches to the page of `devtools`, once its domains are enabled. */
  attach: (page: { devtools: DevtoolsSession, mainFrameId: string, targetId: string }) => void
  navigate: (url: string) => Promise<void>
  isOwnNavigation: (url: string) => boolean
  markDestroyed: () => void
}

export function contentsDouble({ id, schemes, session, attached, ipcMain, closeWindow, onKey }: {
  id: number
  schemes: Schemes
  session: SessionDouble
  /** Resolves once the window has its page in Chromium. */
  attached: Promise<void>
  ipcMain: Electron.IpcMain
  closeWindow: () => void
  onKey: (key: Extract<FromPreload, { kind: 'key' }>) => void
}): ContentsDouble {
  const text = valueText()
  const ownNavigations = new Set<string>()
  let page: { devtools: DevtoolsSession, mainFrameId: string, targetId: string } | undefined
  let preloadContext: { id: number, uniqueId: string } | undefined
  let url = ''
  let isDestroyed = false
  let openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined

  const mainFrame: Electron.WebFrameMain = doubleOf<Electron.WebFrameMain>('webFrameMain', {
    get url() {
      return url
    },
    parent: null,
  })
  const ipc = doubleOf<Electron.IpcMain>('webContents.ipc', {})
  const contents: Electron.WebContents = doubleOf<Electron.WebContents>('webContents', {
    id,
    ipc,
    mainFrame,
    session: session.session,
    isDestroyed: () => isDestroyed,
    getURL: () => url,
    setWindowOpenHandler: handler => void (openHandler = handler),
    send,
    reload: () => {
      ownNavigations.add(url)
      attached.then(() => page?.devtools.sendQuietly('Page.reload')).catch(report)
    },
    executeJavaScript,
    replaceMisspelling: (word) => {
      executeJavaScript(`(${replaceWord})(${JSON.stringify(word)})`).catch(report)
    },
    close: () => closeWindow(),
    focus: () => undefined,
    // Causes a real crash, which Chromium then reports.
    forcefullyCrashRenderer: () => void page?.devtools.sendQuietly('Page.crash'),
    isDevToolsOpened: () => false,
  })
  return { contents, attach, navigate, isOwnNavigation, markDestroyed }

  function attach(attachedPage: NonNullable<typeof page>): void {
    page = attachedPage
    const { devtools, mainFrameId } = attachedPage
    devtools.on('Runtime.executionContextCreated', ({ context }: Params) => {
      if (context.name === preloadWorldName && context.auxData?.frameId === mainFrameId)
        preloadContext = context
    })
    devtools.on('Runtime.executionContextsCleared', () => void (preloadContext = undefined))
    devtools.on('Runtime.bindingCalled', (called: Params) => {
      if (called.name === bindingName && called.executionContextId === preloadContext?.id)
        receive(text.read(called.payload) as FromPreload) // written by the preload's world
    })
    devtools.on('Page.frameNavigated', ({ frame }: Params) => {
      if (frame.parentId !== undefined)
        return
      url = schemes.fromChromium(frame.url)
      emitOn(contents, 'did-navigate', eventOf({}), url, 200, 'OK')
    })
    devtools.on('Page.loadEventFired', () => url !== 'about:blank' && emitOn(contents, 'did-finish-load', eventOf({})))
    devtools.on('Inspector.targetCrashed', () => {
      preloadContext = undefined
      emitOn(contents, 'render-process-gone', eventOf({}), { reason: 'crashed', exitCode: 1 })
    })
    devtools.on('Page.windowOpen', (wish: Params) => askToOpen(wish.url))
  }

  async function navigate(target: string): Promise<void> {
    await attached
    if (page === undefined)
      throw new Error('Object has been destroyed')
    const { devtools } = page
    ownNavigations.add(target)
    const loaded = new Promise<void>(resolve => devtools.once('Page.loadEventFired', () => resolve()))
    const { errorText } = await devtools.send('Page.navigate', { url: schemes.toChromium(target) })
    if (errorText !== undefined) {
      emitOn(contents, 'did-fail-load', eventOf({}), -2, errorText, target, true)
      throw new Error(`${errorText} (-2) loading '${target}'`)
    }
    await loaded
  }

  /** True once for each request of the app. */
  function isOwnNavigation(target: string): boolean {
    return ownNavigations.delete(target)
  }

  function send(channel: string, ...parameters: unknown[]): void {
    if (isDestroyed)
      throw new Error('Object has been destroyed')
    const packed = text.write({ channel, parameters })
    if (page !== undefined && preloadContext !== undefined) {
      page.devtools.sendQuietly('Runtime.evaluate', {
        expression: `globalThis.__electronDoubleReceive(${JSON.stringify(packed)})`,
        uniqueContextId: preloadContext.uniqueId,
      })
    }
  }

  async function executeJavaScript(code: string): Promise<Params> {
    await attached
    if (page === undefined)
      throw new Error('Object has been destroyed')
    const { result, exceptionDetails } = await page.devtools.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  function askToOpen(wished: string): void {
    const answer = openHandler?.(doubleOf<Electron.HandlerDetails>('window-open details', { url: schemes.fromChromium(wished) }))
    if (answer?.action !== 'deny')
      throw new Error('electron-double: the app let a page open a window, which the double does not do')
  }

  function receive(message: FromPreload): void {
    if (message.kind === 'key')
      return onKey(message)
    if (message.kind === 'open')
      return askToOpen(message.url)
    const event = eventOf({ sender: contents, senderFrame: mainFrame, processId: id, frameId: 1 })
    emitOn(ipc, message.channel, event, ...message.parameters)
    emitOn(ipcMain, message.channel, event, ...message.parameters)
  }

  function markDestroyed(): void {
    isDestroyed = true
    emitOn(contents, 'destroyed')
  }
}

/** Runs in the page: replaces the word before the caret. */
function replaceWord(word: string): void {
  const selection = getSelection()
  selection?.modify('move', 'backward', 'word')
  selection?.modify('extend', 'forward', 'word')
  document.execCommand('insertText', false, word)
}
