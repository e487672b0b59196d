/** An address as it is shown before it is opened. */
export interface AddressParts {
  readonly before: string
  readonly host: string
  readonly after: string
  /** What is unusual about it, in words for the person. */
  readonly warnings: readonly string[]
}

/** Takes an address apart. `URL` gives the host in its ASCII form, so that letters that look like others show. */
export function addressParts(address: string): AddressParts {
  if (!URL.canParse(address))
    return { before: address, host: '', after: '', warnings: ['It cannot be read as an address.'] }
  const url = new URL(address)
  const start = url.host === '' ? -1 : url.href.indexOf(url.host, url.protocol.length + (url.username + url.password).length)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  const warnings = [
    url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)
      ? undefined
      : url.protocol === 'http:'
        ? 'It is not encrypted.'
        : `It is no web address (${url.protocol})`,
    /(^|\.)xn--/.test(url.hostname) ? 'Its name is written in letters that can look like others.' : undefined,
    url.username !== '' || url.password !== '' ? 'What stands before the @ is not the site that it leads to.' : undefined,
    !isLocal && /^(\d+(\.\d+){3}|\[.*\])$/.test(url.hostname) ? 'It is a number, not a name.' : undefined,
  ].filter(warning => warning !== undefined)
  return start < 0
    ? { before: url.href, host: '', after: '', warnings }
    : { before: url.href.slice(0, start), host: url.host, after: url.href.slice(start + url.host.length), warnings }
}
