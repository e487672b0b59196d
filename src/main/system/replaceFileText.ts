import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically, or creates it with mode 600. If `isDurable`, the new file is synced to disk, so that it
 * survives a power failure.
 */
export function replaceFileText(path: string, text: string, { isDurable = true }: { isDurable?: boolean } = {}): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}.part`
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600
  try {
    writeFileSync(part, text, { mode: mode & 0o777 })
    if (isDurable)
      syncFile(part)
    renameSync(part, path)
  }
  catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
