import { randomBytes } from 'node:crypto'

/** A name that nobody can know before, so that nothing can be put in its place. */
export function temporaryName(): string {
  return `.${randomBytes(8).toString('hex')}.parley`
}

export function isTemporaryName(name: string): boolean {
  return /^\.[0-9a-f]{16}\.parley$/.test(name)
}
