import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Makes a file private if others can read it, unless it belongs to someone else. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && (found.mode & 0o077) !== 0 && found.uid === process.getuid?.())
    chmodSync(path, 0o600)
}

/**
 * Creates a missing file, readable only by its owner. SQLite gives the files beside a database the database's own
 * mode.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  restrictToOwner(path)
}
