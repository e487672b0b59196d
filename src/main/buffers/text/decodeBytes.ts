import type { Text } from '@codemirror/state'
import type { TextFormat } from './textFormat'
import { Buffer } from 'node:buffer'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { LineBuilder } from './lineBuilder'

/** What bytes hold: a text, or in words why that is not one. */
export type Decoded
  = | { readonly kind: 'text', readonly text: Text, readonly format: TextFormat, readonly readOnly?: string }
    | { readonly kind: 'other', readonly reason: string }

/** Decoded at once: some milliseconds of work. */
const stepBytes = 128 * 1024
/** Of a PDF document, which is shown and not edited, also where it is written in letters alone. */
const documentStart = Buffer.from('%PDF-')
const notText: Decoded = { kind: 'other', reason: 'It holds no text.' }
const unknownEncoding = 'Its encoding is not known, and writing it could damage it. It is shown as Latin-1.'

/** Decodes a file. Between steps the loop goes on with other work. */
export async function decodeBytes(bytes: Uint8Array): Promise<Decoded> {
  const steps = decodeSteps(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true)
      return step.value
    await turnOfLoop()
  }
}

function* decodeSteps(bytes: Buffer): Generator<void, Decoded> {
  if (bytes[0] === 0xFF && bytes[1] === 0xFE)
    return (yield* decodeUnicode(bytes.subarray(2), 'utf-16le')) ?? notText
  if (bytes[0] === 0xFE && bytes[1] === 0xFF)
    return bytes.length % 2 === 0 ? (yield* decodeUnicode(Buffer.from(bytes.subarray(2)).swap16(), 'utf-16be')) ?? notText : notText
  if (bytes.includes(0) || bytes.subarray(0, documentStart.length).equals(documentStart))
    return notText
  const hasMark = bytes[0] === 0xEF && bytes[1] === 0xBB && bytes[2] === 0xBF
  const asUtf8 = yield* decodeUnicode(hasMark ? bytes.subarray(3) : bytes, hasMark ? 'utf-8-bom' : 'utf-8')
  return asUtf8 ?? (yield* decodeLatin1(bytes))
}

/** `undefined` where they are not of that encoding; UTF-16 in little-endian order. */
function* decodeUnicode(bytes: Buffer, encoding: TextFormat['encoding']): Generator<void, Decoded | undefined> {
  const decoder = new TextDecoder(encoding.startsWith('utf-16') ? 'utf-16le' : 'utf-8', { fatal: true, ignoreBOM: true })
  const builder = new LineBuilder()
  try {
    for (let start = 0; start < bytes.length; start += stepBytes) {
      const piece = decoder.decode(bytes.subarray(start, start + stepBytes), { stream: true })
      if (piece.includes('\0'))
        return undefined
      builder.add(piece)
      yield
    }
    builder.add(decoder.decode())
  }
  catch {
    return undefined // given replacement characters, a save would write them
  }
  const { text, ...endings } = builder.end()
  return { kind: 'text', text, format: { encoding, ...endings } }
}

function* decodeLatin1(bytes: Buffer): Generator<void, Decoded> {
  const builder = new LineBuilder()
  let [high, odd] = [0, 0]
  for (let start = 0; start < bytes.length; start += stepBytes) {
    const part = bytes.subarray(start, start + stepBytes)
    for (const byte of part) {
      if (byte < 0x20 && !isUsualControl(byte))
        return notText
      if (byte >= 0x80)
        high++
      if (byte >= 0x7F && byte < 0xA0)
        odd++
    }
    builder.add(part.toString('latin1'))
    yield
  }
  const { text, ...endings } = builder.end()
  // Letters with accents are rare in any language that Latin-1 was made for; its control characters are in no text.
  const isPlain = odd === 0 && high <= bytes.length / 3
  return { kind: 'text', text, format: { encoding: 'latin1', ...endings }, ...!isPlain && { readOnly: unknownEncoding } }
}

/** Tab, line feed, form feed, carriage return, escape. */
function isUsualControl(byte: number): boolean {
  return (byte >= 0x09 && byte <= 0x0D) || byte === 0x1B
}
