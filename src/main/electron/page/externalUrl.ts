import { HostError } from '../../../shared/errors'

const openableProtocols: readonly string[] = ['https:', 'http:', 'mailto:']

/**
 * A web or mail address that may be handed to the system once the person agreed: as it will be opened, with its host in plain letters
 * (punycode).
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
