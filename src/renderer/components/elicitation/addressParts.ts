import { addressWarnings } from './words'

/** An address as shown before it is opened. */
interface AddressParts {
  readonly before: string
  readonly host: string
  readonly after: string
  /** Only web addresses are opened. */
  readonly canOpen: boolean
  readonly warnings: readonly string[]
}

/** Splits an address. `URL` returns the host in ASCII, which reveals look-alike letters. */
export function splitAddress(address: string): AddressParts {
  if (!URL.canParse(address))
    return { before: address, host: '', after: '', canOpen: false, warnings: [addressWarnings.unreadable] }
  const url = new URL(address)
  const start = url.host === ''
    ? -1
    : url.href.indexOf(url.host, url.protocol.length + (url.username + url.password).length)
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)
  const warnings = [
    getProtocolWarning(url.protocol, isLocal),
    /(?:^|\.)xn--/.test(url.hostname) ? addressWarnings.lookalike : undefined,
    url.username !== '' || url.password !== '' ? addressWarnings.credentials : undefined,
    !isLocal && /^(?:\d+(?:\.\d+){3}|\[.*\])$/.test(url.hostname) ? addressWarnings.number : undefined,
  ].filter(warning => warning !== undefined)
  const canOpen = /^https?:$/.test(url.protocol)
  return start < 0
    ? { before: url.href, host: '', after: '', canOpen, warnings }
    : {
        before: url.href.slice(0, start),
        host: url.host,
        after: url.href.slice(start + url.host.length),
        canOpen,
        warnings,
      }
}

function getProtocolWarning(protocol: string, isLocal: boolean): string | undefined {
  if (protocol === 'https:' || (protocol === 'http:' && isLocal))
    return undefined
  return protocol === 'http:' ? addressWarnings.notEncrypted : addressWarnings.notWeb(protocol)
}
