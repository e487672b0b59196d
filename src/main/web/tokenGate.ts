import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isJsonObject } from '../../shared/text/jsonObject'

const wrongBeforeDelay = 10
const windowMs = 60_000
const delayMs = 1_000
/** More pages than anyone has open. Beyond this, the oldest have to send the token again. */
const maxSessions = 64

/**
 * Holds the token of this run and the sessions of pages that sent it. A page exchanges the token for a session, so that
 * no browser stores the token. Guesses are delayed but never lead to a lockout, because then anyone could lock the
 * person out.
 */
export class TokenGate {
  readonly token: string
  readonly #hash: Buffer
  /** Hashes of the sessions, oldest first. */
  readonly #sessions = new Set<string>()
  #wrongAt: number[] = []

  constructor(token: string = createSecret()) {
    this.token = token
    this.#hash = hashSecret(token)
  }

  /** Returns how long to delay a response, at `nowMs`. */
  delayMs(nowMs: number): number {
    this.#wrongAt = this.#wrongAt.filter(at => nowMs - at < windowMs)
    return this.#wrongAt.length >= wrongBeforeDelay ? delayMs : 0
  }

  /**
   * Checks a first message, `{"token": "…"}` or `{"session": "…"}`. Returns the page's session; `undefined` if the
   * secret is wrong.
   */
  admit(message: string, nowMs: number): string | undefined {
    const { token, session } = parseSecrets(message)
    if (session !== undefined && this.#sessions.has(hashSecret(session).toString('hex')))
      return session
    // Hashes have the same length and no order that timing could reveal.
    if (token !== undefined && timingSafeEqual(hashSecret(token), this.#hash))
      return this.#newSession()
    this.#wrongAt = [...this.#wrongAt, nowMs].slice(-wrongBeforeDelay)
    return undefined
  }

  #newSession(): string {
    const session = createSecret()
    this.#sessions.add(hashSecret(session).toString('hex'))
    for (const oldest of this.#sessions) {
      if (this.#sessions.size <= maxSessions)
        break
      this.#sessions.delete(oldest)
    }
    return session
  }
}

function parseSecrets(message: string): { token?: string, session?: string } {
  try {
    const parsed: unknown = JSON.parse(message)
    if (!isJsonObject(parsed))
      return {}
    const { token, session } = parsed
    return { ...typeof token === 'string' ? { token } : {}, ...typeof session === 'string' ? { session } : {} }
  }
  catch {
    // Anything but JSON is not a secret.
    return {}
  }
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
