import type Electron from 'electron'
import type { DevtoolsSession } from './devtools.ts'
import { doubleOf } from './doubleOf.ts'

type RequestListener = (details: Electron.OnBeforeRequestListenerDetails, answer: (response: Electron.CallbackResponse) => void) => void

type PermissionHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>
type AskedPermission = Parameters<PermissionHandler>[1]

/** Electron's permissions and Chromium's names for them. */
const permissions: readonly { asked: AskedPermission, descriptor: object }[] = [
  { asked: 'clipboard-sanitized-write', descriptor: { name: 'clipboard-write' } },
  { asked: 'clipboard-read', descriptor: { name: 'clipboard-read' } },
  { asked: 'media', descriptor: { name: 'camera' } },
  { asked: 'media', descriptor: { name: 'microphone' } },
  { asked: 'geolocation', descriptor: { name: 'geolocation' } },
  { asked: 'notifications', descriptor: { name: 'notifications' } },
  { asked: 'midi', descriptor: { name: 'midi' } },
  { asked: 'idle-detection', descriptor: { name: 'idle-detection' } },
]

/** The default session: its handlers, and how they apply to a window. */
export interface SessionDouble {
  readonly session: Electron.Session
  isCancelled: (request: { url: string, method: string, resourceType: string }) => Promise<boolean>
  /** Grants a page the permissions that the app's handler grants, and denies the others. */
  applyPermissions: (browser: DevtoolsSession, contents: Electron.WebContents) => void
}

export function sessionDouble(): SessionDouble {
  let onBeforeRequest: RequestListener | undefined
  let onPermission: PermissionHandler | null = null

  const session = doubleOf<Electron.Session>('session.defaultSession', {
    setPermissionRequestHandler: handler => void (onPermission = handler),
    // Chromium gets the request handler's grants once per window; it never asks again.
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    webRequest: doubleOf<Electron.WebRequest>('session.defaultSession.webRequest', {
      // the overload with a filter is not used
      onBeforeRequest: (listener: unknown) => void (onBeforeRequest = listener as RequestListener),
    }),
  })
  return { session, isCancelled, applyPermissions }

  async function isCancelled(request: { url: string, method: string, resourceType: string }): Promise<boolean> {
    if (onBeforeRequest === undefined)
      return false
    const listener = onBeforeRequest
    const details = doubleOf<Electron.OnBeforeRequestListenerDetails>('webRequest details', { url: request.url, method: request.method })
    return new Promise(resolve => listener(details, response => resolve(response.cancel === true)))
  }

  function applyPermissions(browser: DevtoolsSession, contents: Electron.WebContents): void {
    const handler = onPermission
    if (handler === null)
      return
    const details = doubleOf<Electron.PermissionRequest>('permission details', { requestingUrl: contents.getURL(), isMainFrame: true })
    for (const { asked, descriptor } of permissions) {
      handler(
        contents,
        asked,
        granted => browser.sendQuietly('Browser.setPermission', { permission: descriptor, setting: granted ? 'granted' : 'denied' }),
        details,
      )
    }
  }
}
