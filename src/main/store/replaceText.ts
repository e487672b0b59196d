import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts `text` in the place of a file, or makes it for its owner alone. The old file or the new one is there at any time, never a half. */
export function replaceText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.${process.pid}.part`
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600
  try {
    writeFileSync(part, text, { mode: mode & 0o777 })
    const file = openSync(part, 'r+')
    fsyncSync(file)
    closeSync(file)
    renameSync(part, path)
  }
  catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
