import type { Text } from '@codemirror/state'
import type { TextFormat } from './textFormat'
import { Buffer, isUtf8 } from 'node:buffer'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { encodingOf } from '../../../shared/text/textEncoding'
import { LineBuilder } from './lineBuilder'

/** What bytes hold: a text, or in words why that is not one. */
export type Decoded
  = | { readonly kind: 'text', readonly text: Text, readonly format: TextFormat, readonly readOnly?: string }
    | { readonly kind: 'other', readonly reason: string }

/** Decoded at once: some milliseconds of work. */
const stepBytes = 128 * 1024
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
  const found = encodingOf(bytes, isUtf8)
  if (found === undefined)
    return { kind: 'other', reason: 'It holds no text.' }
  const { encoding, isSure } = found
  const start = { 'utf-8': 0, 'utf-8-bom': 3, 'utf-16le': 2, 'utf-16be': 2, 'latin1': 0 }[encoding]
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding, { ignoreBOM: true })
  const builder = new LineBuilder()
  for (let at = start; at < bytes.length; at += stepBytes) {
    // Of bytes in an unknown encoding each stands for itself, which no decoder does.
    const part = bytes.subarray(at, at + stepBytes)
    builder.add(encoding === 'latin1' ? part.toString('latin1') : decoder.decode(part, { stream: true }))
    yield
  }
  builder.add(decoder.decode())
  const { text, ...endings } = builder.end()
  return { kind: 'text', text, format: { encoding, ...endings }, ...!isSure && { readOnly: unknownEncoding } }
}
