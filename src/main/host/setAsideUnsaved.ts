import type { UnsavedRow } from '../store/tables/unsavedFileTable'
import { join } from 'node:path'
import { replaceFileText } from '../system/replaceFileText'

/** Writes unsaved text that fits its file no more beside the database, where a person can look for what they typed, and tells them. */
export function setAsideUnsaved(row: UnsavedRow, { dataFolder, tell }: { dataFolder: string, tell: (words: string) => void }): void {
  const file = join(dataFolder, `unsaved-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.json`)
  replaceFileText(file, JSON.stringify(row, undefined, 2))
  tell(`What you typed in ${row.path} and did not save could not be read. The file opens without it; what was stored is kept in ${file}.`)
}
