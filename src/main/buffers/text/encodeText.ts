import type { Text } from '@codemirror/state'
import type { TextFormat } from './textFormat'
import { Buffer } from 'node:buffer'
import { HostError } from '../../../shared/errors'
import { mixedEndings } from './mixedEndings'

const byteOrderMark = '\uFEFF'
const names = { 'utf-8': 'UTF-8', 'utf-8-bom': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'latin1': 'Latin-1' } as const

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
  if (nul >= 0)
    throw refusal(shaped, nul, 'has a NUL character, which no text file may hold. Remove it, then save again.')
  const lost = format.encoding === 'latin1' ? /[^\0-\xFF]/u.exec(shaped) : shaped.isWellFormed() ? null : /\p{Surrogate}/u.exec(shaped)
  if (lost)
    throw refusal(shaped, lost.index, `has a character (“${lost[0]}”) that this file's encoding, ${names[format.encoding]}, cannot hold.`)
  switch (format.encoding) {
    case 'utf-8':
    case 'utf-8-bom': return Buffer.from(shaped, 'utf8')
    case 'utf-16le': return Buffer.from(shaped, 'utf16le')
    case 'utf-16be': return Buffer.from(shaped, 'utf16le').swap16()
    case 'latin1': return Buffer.from(shaped, 'latin1')
  }
}

function refusal(text: string, at: number, why: string): HostError {
  return new HostError('unsupported', `Line ${text.slice(0, at).split(/\r\n?|\n/).length} ${why}`)
}
