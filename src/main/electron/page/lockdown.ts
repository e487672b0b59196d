import type { Session, WebContents } from 'electron'
import { HostError } from '../../../shared/errors'
import { framedUrls } from './appUrl'

/** Refuses everything that a page could ask of the session beside its own files: devices, downloads, the network. */
export function lockSession(session: Session, isAppUrl: (url: string) => boolean): void {
  const isAllowed = (permission: string): boolean => permission === 'clipboard-sanitized-write'
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(isAllowed(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission))
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', event => event.preventDefault())
  // The policy of the page forbids this already; here it also holds for a page that would escape its policy.
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isAppUrl(details.url) && !isLocal(details.url) }))
}

/**
 * Keeps `contents` on Parley's page: no navigation, no further window, no embedded view, no frame but those of Parley's
 * own.
 */
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
 * A web or mail address that may be handed to the system once the person agreed: as it will be opened, with its host in
 * plain letters (punycode).
 */
export function externalUrl(text: string): { readonly href: string, readonly destination: string } {
  const url = text.length <= 2048 ? URL.parse(text) : null
  if (url === null || !openableProtocols.includes(url.protocol))
    throw new HostError('unsupported', 'This link is not opened: only web and mail addresses are.')
  // "https://example.com@elsewhere.test" reads like one place and leads to another.
  if (url.username !== '' || url.password !== '')
    throw new HostError('unsupported', 'This link is not opened: it carries a user name or a password.')
  return { href: url.href, destination: url.protocol === 'mailto:' ? url.pathname : url.host }
}
