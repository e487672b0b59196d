import type Electron from 'electron'

const suffix = 'electron-double.invalid'

/**
 * Custom schemes. Chromium has none, so each is served on an https origin that cannot exist: a secure context, as in
 * Electron.
 */
export class Schemes {
  readonly #privileges = new Map<string, Electron.Privileges>()
  readonly #handlers = new Map<string, (request: Request) => Response | Promise<Response>>()

  register(schemes: readonly Electron.CustomScheme[]): void {
    for (const { scheme, privileges } of schemes)
      this.#privileges.set(scheme, privileges ?? {})
  }

  handle(scheme: string, handler: (request: Request) => Response | Promise<Response>): void {
    const { standard, secure, supportFetchAPI } = this.#privileges.get(scheme) ?? {}
    if (!standard || !secure || !supportFetchAPI)
      throw new Error(`electron-double: the scheme "${scheme}" must be registered as standard, secure and supportFetchAPI`)
    if (this.#handlers.has(scheme))
      throw new Error(`Failed to register protocol: ${scheme}`)
    this.#handlers.set(scheme, handler)
  }

  handlerOf(url: string): ((request: Request) => Response | Promise<Response>) | undefined {
    return this.#handlers.get(url.slice(0, url.indexOf(':')))
  }

  isCustom(url: string): boolean {
    return this.#privileges.has(url.slice(0, url.indexOf(':')))
  }

  /** `app://parley/x` as passed to Chromium. */
  toChromium(url: string): string {
    const [, scheme = '', host, rest] = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)((?:[/?#].*)?)$/is.exec(url) ?? []
    return this.#privileges.has(scheme) ? `https://${host}.${scheme}.${suffix}${rest || '/'}` : url
  }

  /** The address as the app sees it. */
  fromChromium(url: string): string {
    const [, host, scheme, rest] = /^https:\/\/([^/]+)\.([a-z\d+-]+)\.electron-double\.invalid(?:\/(.*))?$/is.exec(url) ?? []
    return scheme === undefined ? url : `${scheme}://${host}/${rest ?? ''}`
  }
}
