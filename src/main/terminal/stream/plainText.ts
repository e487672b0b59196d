import type { Characters } from './utf8Stream'
import { maxSequenceLength, type SequenceKind } from '../../../shared/terminal/sequences'

const bel = 0x07
const lineFeed = 0x0A
const carriageReturn = 0x0D
const cancel = 0x18
const substitute = 0x1A
const escape = 0x1B
const del = 0x7F
/** UTF-8 lead byte of U+0080 to U+00BF, the first half of which are the C1 controls. */
const c1Lead = 0xC2
/** ST as a C1 control, which ends a string sequence. */
const stringEnd = 0x9C

/** 1 for bytes that are text. */
const isText = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 0x20 && byte !== del && byte !== c1Lead) || byte === 0x09 || byte === lineFeed))

type State = 'text' | 'escape' | SequenceKind

/**
 * Converts terminal output to plain text incrementally: removes escape sequences, even if split across chunks; turns
 * CRLF into LF, and a lone CR (an overwritten progress line) too, so that each version stays readable; drops other
 * control characters except tab. Takes whole UTF-8 characters.
 */
export class PlainText {
  #state: State = 'text'
  #sequenceBytes = 0
  /** The last character was a CR, which may be the first half of a CRLF. */
  #heldReturn = false
  #output: Buffer = Buffer.alloc(0)
  #length = 0

  /** Whether the next bytes belong to an unfinished escape sequence. */
  get isInSequence(): boolean {
    return this.#state !== 'text'
  }

  /** Returns the plain text as UTF-8, valid until the next call. */
  push({ text, bytes }: Characters): Uint8Array {
    if (this.#output.length < bytes.length + 1)
      this.#output = Buffer.allocUnsafeSlow(bytes.length + 1) // one more for a held CR
    this.#length = 0
    const lines = this.#state === 'text' && !hasControls(bytes) ? this.#withoutReturns(text) : undefined
    if (lines !== undefined)
      return this.#output.subarray(0, this.#output.write(lines))
    for (let index = 0; index < bytes.length;)
      index = this.#state === 'text' ? this.#consumeText(bytes, index) : this.#consumeSequence(bytes, index)
    return this.#output.subarray(0, this.#length)
  }

  /** The fast path for plain lines, which is most output; `undefined` if a held CR needs the slow path. */
  #withoutReturns(text: string): string | undefined {
    if (this.#heldReturn && !text.startsWith('\n'))
      return undefined
    const endsWithReturn = text.endsWith('\r')
    this.#heldReturn = endsWithReturn
    return (endsWithReturn ? text.slice(0, -1) : text).replaceAll('\r\n', '\n')
  }

  /** Consumes a run of text or one control character. Like `#consumeSequence`, returns the next index. */
  #consumeText(bytes: Uint8Array, start: number): number {
    const byte = bytes[start]!
    if (isText[byte] === 1) {
      this.#flushReturn(byte)
      const output = this.#output
      let length = this.#length
      let index = start
      while (index < bytes.length && isText[bytes[index]!] === 1)
        output[length++] = bytes[index++]!
      this.#length = length
      return index
    }
    if (byte === carriageReturn) {
      this.#heldReturn = true
    }
    else if (byte === escape) {
      this.#enter('escape')
    }
    else if (byte === c1Lead) {
      const second = bytes[start + 1]!
      if (second >= 0xA0) {
        this.#flushReturn(byte)
        this.#output[this.#length++] = byte
        this.#output[this.#length++] = second
      }
      else {
        this.#consumeC1(second)
      }
      return start + 2
    }
    return start + 1
  }

  #flushReturn(next: number): void {
    if (this.#heldReturn && next !== lineFeed)
      this.#output[this.#length++] = lineFeed
    this.#heldReturn = false
  }

  #consumeSequence(bytes: Uint8Array, index: number): number {
    const byte = bytes[index]!
    if (byte === cancel || byte === substitute) {
      this.#enter('text')
      return index + 1
    }
    if (byte === escape) {
      this.#enter('escape') // ends the open sequence; with a backslash it is the string terminator
      return index + 1
    }
    // Abandon the sequence only at a character boundary, so that half of a character does not become text.
    if (++this.#sequenceBytes > maxSequenceLength && (byte & 0xC0) !== 0x80) {
      this.#enter('text')
      return index
    }
    switch (this.#state) {
      case 'osc':
      case 'string':
        if (byte === c1Lead && bytes[index + 1] === stringEnd) {
          this.#enter('text')
          return index + 2
        }
        if (byte === bel && this.#state === 'osc')
          this.#enter('text')
        return index + 1
      case 'csi':
      case 'escape':
        if (byte < 0x20 || byte >= del) { // invalid in such a sequence, so it ends it
          this.#enter('text')
          return index
        }
        if (this.#state === 'csi') {
          if (byte >= 0x40)
            this.#enter('text')
          return index + 1
        }
        if (byte >= 0x40 && byte <= 0x5F && this.#sequenceBytes === 1)
          this.#consumeC1(byte + 0x40) // ESC [ is the 7-bit form of CSI, and so on
        else if (byte >= 0x30)
          this.#enter('text')
        return index + 1
      case 'text':
        return index
    }
  }

  #consumeC1(control: number): void {
    switch (control) {
      case 0x9B: return this.#enter('csi')
      case 0x9D: return this.#enter('osc')
      case 0x90: // DCS
      case 0x98: // SOS
      case 0x9E: // PM
      case 0x9F: // APC
        return this.#enter('string')
      default: return this.#enter('text')
    }
  }

  #enter(state: State): void {
    this.#state = state
    this.#sequenceBytes = 0
  }
}

/**
 * Whether UTF-8 contains anything but text and line breaks: a CR without an LF after it is a control. Tests four bytes
 * at a time, because testing each byte would take longer than all other processing. Tests bytes individually only if
 * one of the four is below 0x20.
 */
export function hasControls(bytes: Uint8Array): boolean {
  if (bytes.includes(escape) || bytes.includes(del) || bytes.includes(c1Lead))
    return true
  const unaligned = (4 - bytes.byteOffset % 4) % 4
  if (bytes.length < unaligned + 4)
    return hasControlBetween(bytes, 0, bytes.length)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + unaligned, (bytes.length - unaligned) >> 2)
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0
      && hasControlBetween(bytes, unaligned + index * 4, unaligned + index * 4 + 4)) {
      return true
    }
  }
  return hasControlBetween(bytes, 0, unaligned) || hasControlBetween(bytes, unaligned + words.length * 4, bytes.length)
}

function hasControlBetween(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!
    if (byte === carriageReturn) {
      if (index + 1 < bytes.length && bytes[index + 1] !== lineFeed)
        return true
    }
    else if (byte < 0x20 && byte !== 0x09 && byte !== lineFeed) {
      return true
    }
  }
  return false
}
