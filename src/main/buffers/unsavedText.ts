import type { TextBuffer } from './textBuffer'
import { Buffer } from 'node:buffer'
import { tooLargeError } from '../workspace/fileErrors'
import { ensureRange, maxTextBytes } from '../workspace/files/textFiles'
import { type LineRange, pickLines } from '../workspace/files/textRange'
import { shapedText } from './text/encodeText'

/** What reading the file would give, had its text been saved. Throws the same `FileError`s. */
export function unsavedText({ text, disk: { format } }: TextBuffer, range: LineRange): string {
  ensureRange(range)
  const isWhole = range.limit === undefined || range.limit === null
  if (isWhole && text.length > maxTextBytes)
    throw tooLargeError(text.length)
  const picked = pickLines(shapedText(text, format), range)
  const size = Buffer.byteLength(picked)
  if (size > maxTextBytes)
    throw tooLargeError(size)
  return picked
}
