import { randomBytes } from 'node:crypto'

/** An unpredictable name, so that no other program can create the file first. */
export function temporaryName(): string {
  return `.${randomBytes(8).toString('hex')}.parley`
}

/** Whether `temporaryName` could have made this name. */
export function isTemporaryName(name: string): boolean {
  return /^\.[0-9a-f]{16}\.parley$/.test(name)
}
