import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Makes a file private if others can read it, unless it belongs to someone else. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.())
    chmodSync(path, 0o600)
}

/**
 * Creates a missing file, readable only by its owner. SQLite gives companion files of a database the mode of the
 * database.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  restrictToOwner(path)
}
