import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isFields } from '../../shared/fields'

const wrongTokensBeforeDelay = 10
const windowMs = 60_000
const delayMs = 1_000

/** Knows the one token of this run. Guessing is slowed down, never locked out: that would let anyone lock the person out. */
export class TokenGate {
  readonly token: string
  readonly #hash: Buffer
  #wrongAt: number[] = []

  constructor(token: string = randomBytes(32).toString('base64url')) {
    this.token = token
    this.#hash = hashOf(token)
  }

  /** How long an answer is to wait, at `nowMs`. */
  delayMs(nowMs: number): number {
    this.#wrongAt = this.#wrongAt.filter(at => nowMs - at < windowMs)
    return this.#wrongAt.length >= wrongTokensBeforeDelay ? delayMs : 0
  }

  /** Judges a first message, which is to be `{"token": "..."}`. */
  admits(message: string, nowMs: number): boolean {
    const token = tokenIn(message)
    // Hashes have one length and no order that timing could tell.
    const isRight = token !== undefined && timingSafeEqual(hashOf(token), this.#hash)
    if (!isRight)
      this.#wrongAt = [...this.#wrongAt, nowMs].slice(-wrongTokensBeforeDelay)
    return isRight
  }
}

function tokenIn(message: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(message)
    return isFields(parsed) && typeof parsed.token === 'string' ? parsed.token : undefined
  }
  catch {
    // Not JSON is not a token either.
    return undefined
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
