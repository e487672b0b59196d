import type { Text } from '@codemirror/state'
import type { TextFormat } from './textFormat'
import { HostError } from '../../../shared/errors'
import { bytesIn, inLine, whyNotIn } from '../../workspace/files/textEncoding'
import { mixedEndings } from './mixedEndings'

const byteOrderMark = '\uFEFF'

/** Of texts with mixed endings, the last result: finding which line has which takes half a second for 6 MB, and agents read in ranges. */
const mixed = new WeakMap<Text, { readonly raw: string, readonly shaped: string }>()

/** The text with its line endings and byte order mark: what reading the file as UTF-8 would give. */
export function shapedText(text: Text, { encoding, lineEnding, raw }: TextFormat): string {
  const shaped = lineEnding === 'mixed' && raw !== undefined
    ? mixedText(text, raw)
    : text.sliceString(0, undefined, lineEnding === 'crlf' ? '\r\n' : '\n')
  return encoding === 'utf-8' || encoding === 'latin1' ? shaped : byteOrderMark + shaped
}

function mixedText(text: Text, raw: string): string {
  const known = mixed.get(text)
  if (known?.raw === raw)
    return known.shaped
  const shaped = mixedEndings(raw, text.toString())
  mixed.set(text, { raw, shaped })
  return shaped
}

/** The bytes of a text. Throws `unsupported` where its encoding has no bytes for a character, or the result would be no text. */
export function encodeText(text: Text, format: TextFormat): Uint8Array {
  const shaped = shapedText(text, format)
  const nul = shaped.indexOf('\0')
  const fault = nul >= 0
    ? inLine(shaped, nul, 'has a NUL character, which no text file may hold. Remove it, then save again.')
    : whyNotIn(format.encoding, shaped)
  if (fault !== undefined)
    throw new HostError('unsupported', fault)
  return bytesIn(shaped, format.encoding)
}
