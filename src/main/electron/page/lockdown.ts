import type { Session, WebContents } from 'electron'
import { HostError } from '../../../shared/errors'
import { framedUrls } from './appUrl'

/** Denies the session everything except the page's own files: devices, downloads and network access. */
export function lockSession(session: Session, isAppUrl: (url: string) => boolean): void {
  const isAllowed = (permission: string): boolean => permission === 'clipboard-sanitized-write'
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', event => event.preventDefault())
  // The page's policy already forbids this. This check also stops a page that escapes its policy.
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !isAppUrl(details.url) && !isLocal(details.url) }),
  )
}

/** Keeps `contents` on Parley's page: no navigation, new windows or embedded views, and no frames but Parley's own. */
export function lockContents(contents: WebContents, isAppUrl: (url: string) => boolean): void {
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url))
      event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame ? !isAppUrl(event.url) : !framedUrls.includes(event.url))
      event.preventDefault()
  })
  contents.on('will-redirect', event => event.preventDefault())
  contents.on('will-attach-webview', event => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function isLocal(url: string): boolean {
  return ['blob:', 'data:', 'devtools:'].includes(URL.parse(url)?.protocol ?? '')
}

const openableProtocols: readonly string[] = ['https:', 'http:', 'mailto:']

/**
 * Parses a web or mail address that the system may open after the person agreed. Returns it as it will be opened, with
 * its host in ASCII (punycode).
 */
export function parseExternalUrl(text: string): { readonly href: string, readonly destination: string } {
  const url = text.length <= 2048 ? URL.parse(text) : null
  if (url === null || !openableProtocols.includes(url.protocol))
    throw new HostError('unsupported', 'This link is not opened: only web and mail addresses are.')
  // "https://example.com@elsewhere.test" looks like one site but leads to another.
  if (url.username !== '' || url.password !== '')
    throw new HostError('unsupported', 'This link is not opened: it carries a user name or a password.')
  return { href: url.href, destination: url.protocol === 'mailto:' ? url.pathname : url.host }
}
