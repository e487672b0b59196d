import type Electron from 'electron'
import type { DevtoolsSession, Params } from './devtools.ts'
import type { Schemes } from './schemes.ts'
import type { SessionDouble } from './sessionDouble.ts'
import { emitOn, eventOf } from './doubleOf.ts'

/** Decides on every request of a window's page: navigation events first, then `webRequest`, then custom schemes. */
export async function routeRequests({ devtools, contents, mainFrameId, schemes, session, isOwnNavigation }: {
  devtools: DevtoolsSession
  contents: Electron.WebContents
  mainFrameId: string
  schemes: Schemes
  session: SessionDouble
  /** Whether the app itself asked for this page: `loadURL` and `reload` are not announced by `will-navigate`. */
  isOwnNavigation: (url: string) => boolean
}): Promise<void> {
  devtools.on('Fetch.requestPaused', (paused: Params) => {
    answer(paused).catch((error: Error) => {
      // A request of a page that has just closed cannot be answered; anything else is a bug of the app's handler.
      if (!/Chromium is gone|Invalid InterceptionId|Session with given id not found/.test(error.message))
        console.error('electron-double:', error)
      devtools.sendQuietly('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
    })
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })

  async function answer(paused: Params): Promise<void> {
    const { requestId } = paused
    const url = schemes.fromChromium(paused.request.url)
    if (paused.resourceType === 'Document' && isRefused(url, paused))
      return devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    if (await session.isCancelled({ url, method: paused.request.method, resourceType: String(paused.resourceType) }))
      return devtools.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    if (!schemes.isCustom(url))
      return devtools.send('Fetch.continueRequest', { requestId })
    const handler = schemes.handlerOf(url)
    if (handler === undefined)
      return devtools.send('Fetch.failRequest', { requestId, errorReason: 'AddressUnreachable' })
    const { method, headers, postData } = paused.request
    await fulfil(requestId, await handler(new Request(url, { method, headers, ...(postData === undefined ? {} : { body: postData }) })))
  }

  function isRefused(url: string, paused: Params): boolean {
    const isMainFrame = paused.frameId === mainFrameId
    if (isMainFrame && isOwnNavigation(url))
      return false
    const event = eventOf({ url, isMainFrame, isSameDocument: false })
    if (paused.redirectedRequestId !== undefined) {
      emitOn(contents, 'will-redirect', event)
      return event.defaultPrevented
    }
    emitOn(contents, 'will-frame-navigate', event)
    if (isMainFrame)
      emitOn(contents, 'will-navigate', event)
    return event.defaultPrevented
  }

  async function fulfil(requestId: string, response: Response): Promise<void> {
    const body = Buffer.from(await response.arrayBuffer())
    const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }))
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders,
      body: body.toString('base64'),
    })
  }
}
