import { Buffer, isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { detectEncoding, type TextEncoding } from '../../../shared/text/textEncoding'

/** A file's text, including its byte order mark, and its encoding. */
export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

/** `unknown`: text in an unknown encoding. */
export type Decoded = DecodedText | 'no text' | 'unknown'

/** Decodes a whole file. */
export function decodeText(bytes: Buffer): Decoded {
  const found = detectEncoding(bytes, isUtf8)
  if (found === undefined)
    return 'no text'
  const { encoding, isSure } = found
  if (!isSure)
    return 'unknown'
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { ignoreBOM: true })
  return { text: decoder.decode(bytes), encoding }
}

/** The common encoding of several texts; `undefined` if they differ. ASCII also counts as Latin-1. */
export function findCommonEncoding(texts: readonly DecodedText[]): TextEncoding | undefined {
  const written = texts.filter(({ text }) => text !== '')
  const hasLatin1 = written.some(({ encoding }) => encoding === 'latin1')
  const found = new Set(written.map(({ text, encoding }): TextEncoding => {
    if (encoding !== 'utf-8' && encoding !== 'utf-8-bom')
      return encoding
    return hasLatin1 && !/[^\0-\x7F]/.test(text) ? 'latin1' : 'utf-8' // the text includes any byte order mark
  }))
  const [encoding = 'utf-8', ...others] = found
  return others.length === 0 ? encoding : undefined
}

/** Describes the first character that an encoding cannot represent; `undefined` if it can represent the whole text. */
export function findEncodingFault(encoding: TextEncoding, text: string): string | undefined {
  const lost = encoding === 'latin1'
    ? /[^\0-\xFF]/u.exec(text)
    : text.isWellFormed()
      ? null
      : /\p{Surrogate}/u.exec(text)
  return lost
    ? prefixLineNumber(
        text,
        lost.index,
        `has a character (“${lost[0]}”) that this file's encoding, ${encodingNames[encoding]}, cannot hold.`,
      )
    : undefined
}

/** Prefixes a fault with its line number. */
export function prefixLineNumber(text: string, at: number, fault: string): string {
  return `Line ${text.slice(0, at).split(/\r\n?|\n/).length} ${fault}`
}

/** Encodes a text that the encoding can represent, including any byte order mark. */
export function encodeAs(text: string, encoding: TextEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom': return Buffer.from(text, 'utf8')
    case 'utf-16le': return Buffer.from(text, 'utf16le')
    case 'utf-16be': return Buffer.from(text, 'utf16le').swap16()
    case 'latin1': return Buffer.from(text, 'latin1')
  }
}

/** Display names. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-8-bom': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'latin1': 'Latin-1',
} as const satisfies Record<TextEncoding, string>
