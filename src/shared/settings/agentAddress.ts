/** Exists in both host and window. A schema would add its library to the window's first script. */
declare const URL: { canParse: (url: string) => boolean }

/** Stricter than URLs, so that no two programs interpret an address differently. */
const shape = new RegExp([
  '^(?<scheme>wss?|https?)://',
  '(?:(?<login>[^/?#@]*)@)?',
  '(?<host>\\[[\\da-f:.]+\\]|[\\w.-]+)(?<port>:\\d{1,5})?',
  '(?<path>/[^?#]*)?(?<query>\\?[^#]*)?(?<hash>#.*)?$',
].join(''), 'i')
/** Names of parameters that hold credentials. */
const secretName = /token|key|secret|passw|auth|credential|signature|^sig$|^code$|^jwt$/i
/** Texts that are credentials anywhere. */
const secretText = /(?:^|[/=&])(?:sk-|gh[opusr]_|github_pat_|glpat-|xox[abprs]-|eyJ)[\w.-]{8,}/

/** How an agent is reached: by WebSocket or by HTTP requests. */
export function getTransport(url: string): 'websocket' | 'http' {
  return /^ws/i.test(url) ? 'websocket' : 'http'
}

/** The machine in an address, with its port, if any. */
export function getUrlHost(url: string): string {
  const { host = url, port = '' } = shape.exec(url)?.groups ?? {}
  return `${host}${port}`
}

/** Why an agent cannot be reached at this address, and what to do instead; `undefined` if it can. */
export function findAddressFault(url: string): string | undefined {
  const parts = /[\s\\]/.test(url) || !URL.canParse(url) ? undefined : shape.exec(url)?.groups
  if (!parts)
    return 'This must be a complete address that begins with wss:// or https://.'
  const { scheme = '', login, host = '', path = '', query = '', hash } = parts
  if (login !== undefined)
    return 'An address is shown and logged, so it must not hold a name or password. Put them into a header.'
  if (secretText.test(path) || secretText.test(query) || listVariableNames(query).some(name => secretName.test(name)))
    return 'An address is shown and logged, so it must not hold a token. Put it into a header, such as Authorization.'
  if (hash !== undefined)
    return 'An address must not contain "#". A token belongs into a header, such as Authorization.'
  if (!/^(?:wss|https)$/i.test(scheme) && !isLoopback(host))
    return `"${scheme}://" is not encrypted, so it is only for agents on this machine. Use ${scheme}s:// instead.`
  return undefined
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/i.test(host)
}

function listVariableNames(query: string): string[] {
  return query.slice(1).split('&').map(pair => decodeText(pair.split('=')[0]!))
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}
