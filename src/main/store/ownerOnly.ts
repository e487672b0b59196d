import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Where a file is readable by others, closes it to them. Not someone else's file: then they decide. */
export function closeToOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.())
    chmodSync(path, 0o600)
}

/**
 * Makes the file for its owner alone if it is missing: SQLite gives the files beside a database the database's own
 * mode.
 */
export function ownerOnly(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  closeToOthers(path)
}
