import type { BufferView } from '../../../shared/contract/methods/bufferMethods'
import { Buffer, isUtf8 } from 'node:buffer'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { Text } from '@codemirror/state'
import { computeLineHunks } from '../../../shared/changes/hunks'
import { splitLines } from '../../../shared/diff/alignLines'
import { HostError } from '../../../shared/errors'
import { detectEncoding } from '../../../shared/text/textEncoding'
import { encodeAs, findEncodingFault, prefixLineNumber } from '../../workspace/files/textEncoding'

/** A text's format on disk. */
export interface TextFormat {
  readonly encoding: BufferView['encoding']
  readonly lineEnding: BufferView['lineEnding']
  /** The text with its original line ends, if these differ from each other. */
  readonly raw?: string | undefined
}

/** Builds an editor text from decoded pieces with any line ends. */
export class LineBuilder {
  readonly #pieces: string[] = []
  #text = Text.empty
  #carry = ''
  #endings = { crlf: 0, lf: 0, cr: 0 }

  add(piece: string): void {
    this.#pieces.push(piece)
    const isCut = piece.endsWith('\r') // its line feed may start the next piece
    this.#append(this.#carry + (isCut ? piece.slice(0, -1) : piece))
    this.#carry = isCut ? '\r' : ''
  }

  /** `raw` is the text with its original line ends, if these differ from each other. */
  end(): { text: Text, lineEnding: BufferView['lineEnding'], raw?: string } {
    this.#append(this.#carry)
    this.#carry = ''
    const { crlf, lf, cr } = this.#endings
    if (cr === 0 && (crlf === 0 || lf === 0))
      return { text: this.#text, lineEnding: crlf > 0 ? 'crlf' : 'lf' }
    return { text: this.#text, lineEnding: 'mixed', raw: this.#pieces.join('') }
  }

  #append(piece: string): void {
    if (piece === '')
      return
    const hasReturns = piece.includes('\r')
    const lines = piece.split(hasReturns ? /\r\n?|\n/ : '\n')
    this.#text = this.#text.append(Text.of(lines))
    const crlf = hasReturns ? piece.split('\r\n').length - 1 : 0
    const returns = hasReturns ? piece.split('\r').length - 1 : 0
    this.#endings.crlf += crlf
    this.#endings.cr += returns - crlf
    this.#endings.lf += lines.length - 1 - returns
  }
}

/** A decoded text, or why the bytes are not text. */
export type Decoded
  = | { readonly kind: 'text', readonly text: Text, readonly format: TextFormat, readonly readOnly?: string }
    | { readonly kind: 'other', readonly reason: string }

/** Bytes decoded at a time: some milliseconds of work. */
const stepBytes = 128 * 1024
const unknownEncoding = 'Its encoding is not known, and writing it could damage it. It is shown as Latin-1.'

/** Decodes a file. Yields to the event loop between steps. */
export async function decodeBytes(bytes: Uint8Array): Promise<Decoded> {
  const steps = decodeSteps(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true)
      return step.value
    await turnOfLoop()
  }
}

function* decodeSteps(bytes: Buffer): Generator<void, Decoded> {
  const found = detectEncoding(bytes, isUtf8)
  if (found === undefined)
    return { kind: 'other', reason: 'It holds no text.' }
  const { encoding, isSure } = found
  const start = { 'utf-8': 0, 'utf-8-bom': 3, 'utf-16le': 2, 'utf-16be': 2, 'latin1': 0 }[encoding]
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { ignoreBOM: true })
  const builder = new LineBuilder()
  for (let at = start; at < bytes.length; at += stepBytes) {
    // Unknown encodings map each byte to one character, which no known decoder does.
    const part = bytes.subarray(at, at + stepBytes)
    builder.add(encoding === 'latin1' ? part.toString('latin1') : decoder.decode(part, { stream: true }))
    yield
  }
  builder.add(decoder.decode())
  const { text, ...endings } = builder.end()
  return { kind: 'text', text, format: { encoding, ...endings }, ...!isSure && { readOnly: unknownEncoding } }
}

/** Applies the line ends of `raw` to the lines of `text`. New lines get those of their neighbours. */
export function restoreLineEnds(raw: string, text: string): string {
  const endings: string[] = []
  const before = (raw.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => {
    const ending = /[\r\n]+$/.exec(line)?.[0] ?? ''
    endings.push(ending)
    return ending === '' ? line : `${line.slice(0, -ending.length)}\n`
  })
  const after = splitLines(text)
  const kept: (string | undefined)[] = []
  let from = 0
  for (const { oldStart, removed, added } of computeLineHunks(before, after)) {
    for (; from < oldStart - 1; from++)
      kept.push(endings[from])
    for (const place of added.keys())
      kept.push(endings[from + Math.min(place, removed.length - 1)])
    from += removed.length
  }
  let ending = endings.find(found => found !== '') ?? '\n'
  return after.map((line, place) => {
    const last = place === 0 ? '' : ending
    ending = (kept.length > place ? kept[place] : endings[from + place - kept.length]) || ending
    // A line feed after a carriage return would merge with it.
    if (line === '\n' && last === '\r' && ending === '\n')
      ending = '\r'
    return line.endsWith('\n') ? line.slice(0, -1) + ending : line
  }).join('')
}

const byteOrderMark = '\uFEFF'

/** Cached results for mixed line ends: computing them takes half a second for 6 MB, and agents read in ranges. */
const mixed = new WeakMap<Text, { readonly raw: string, readonly shaped: string }>()

/** Formats a text with its line ends and byte order mark, as if read from a UTF-8 file. */
export function formatText(text: Text, { encoding, lineEnding, raw }: TextFormat): string {
  const shaped = lineEnding === 'mixed' && raw !== undefined
    ? restoreMixedText(text, raw)
    : text.sliceString(0, undefined, lineEnding === 'crlf' ? '\r\n' : '\n')
  return encoding === 'utf-8' || encoding === 'latin1' ? shaped : byteOrderMark + shaped
}

function restoreMixedText(text: Text, raw: string): string {
  const known = mixed.get(text)
  if (known?.raw === raw)
    return known.shaped
  const shaped = restoreLineEnds(raw, text.toString())
  mixed.set(text, { raw, shaped })
  return shaped
}

/** Encodes a text. Throws `unsupported` if its encoding lacks a character or the result would not be text. */
export function encodeText(text: Text, format: TextFormat): Uint8Array {
  const shaped = formatText(text, format)
  const nul = shaped.indexOf('\0')
  const fault = nul >= 0
    ? prefixLineNumber(shaped, nul, 'has a NUL character, which no text file may hold. Remove it, then save again.')
    : findEncodingFault(format.encoding, shaped)
  if (fault !== undefined)
    throw new HostError('unsupported', fault)
  return encodeAs(shaped, format.encoding)
}
