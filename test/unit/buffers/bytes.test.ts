import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toEditorText } from '../../../src/main/buffers/text/editorText'
import { decodeBytes, type Decoded, encodeText, restoreLineEnds } from '../../../src/main/buffers/text/textFormat'

const shapes: Record<string, readonly [bytes: Buffer, encoding: string, lineEnding: string]> = {
  'plain text': [Buffer.from('a\nb\n'), 'utf-8', 'lf'],
  'an empty file': [Buffer.alloc(0), 'utf-8', 'lf'],
  'a byte order mark alone': [Buffer.from('\uFEFF'), 'utf-8-bom', 'lf'],
  'a Windows text with a byte order mark': [Buffer.from('\uFEFFa\r\nü\r\n'), 'utf-8-bom', 'crlf'],
  'mixed line endings': [Buffer.from('a\r\nb\nc\rd'), 'utf-8', 'mixed'],
  'line endings of an old Mac': [Buffer.from('a\rb\r'), 'utf-8', 'mixed'],
  'UTF-16 LE': [Buffer.from('\uFEFFaü😀\r\nb\r\n', 'utf16le'), 'utf-16le', 'crlf'],
  'UTF-16 BE': [Buffer.from('\uFEFFaü😀\nb\n', 'utf16le').swap16(), 'utf-16be', 'lf'],
  'Latin-1': [Buffer.from('Größe: groß\nnaïve café\n', 'latin1'), 'latin1', 'lf'],
}

it.each(Object.entries(shapes))('reads and writes %s byte for byte', async (_name, [bytes, encoding, lineEnding]) => {
  const decoded = await decodeText(bytes)
  expect(decoded.format).toMatchObject({ encoding, lineEnding })
  expect(decoded.text.toString()).not.toMatch(/[\r\uFEFF]/)
  expect(decoded.readOnly).toBeUndefined()
  expect(Buffer.from(encodeText(decoded.text, decoded.format))).toEqual(bytes)
})

it('detects binary content, and makes text in an unknown encoding read-only', async () => {
  const noText = ['610062', '89504E47010203', 'FFFE61', 'FEFFD8000061', 'FFFE00006100']
  for (const bytes of noText)
    expect(await decodeBytes(Buffer.from(bytes, 'hex'))).toEqual({ kind: 'other', reason: 'It holds no text.' })
  expect((await decodeText(Buffer.from([0x93, 0x68, 0x69, 0x94]))).readOnly).toMatch(/encoding is not known/)
  const cyrillic = Buffer.from([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2])
  expect((await decodeText(cyrillic)).readOnly).toMatch(/encoding is not known/)
})

it('rejects characters that an encoding cannot represent', async () => {
  const { format } = await decodeText(shapes['Latin-1']![0])
  expect(() => encodeText(toEditorText('first\n5 €\n'), format)).toThrow(/Line 2 has a character \(“€”\)/)
  expect(
    () => encodeText(toEditorText('a\nb\0'), { encoding: 'utf-8', lineEnding: 'lf' }),
  ).toThrow(/Line 2 has a NUL character/)
  expect(() => encodeText(toEditorText('\uD800'), { encoding: 'utf-8', lineEnding: 'lf' })).toThrow(/cannot hold/)
})

it('keeps the line endings of unchanged lines, and gives new lines those of their neighbour', async () => {
  const { format } = await decodeText(Buffer.from('a\r\nb\nc\rd\r\ne'))
  const save = (text: string): string => Buffer.from(encodeText(toEditorText(text), format)).toString()
  expect(save('a\nB\nc\nd\ne')).toBe('a\r\nB\nc\rd\r\ne')
  expect(save('a\nb\nnew\nc\nd\ne')).toBe('a\r\nb\nnew\nc\rd\r\ne')
  expect(save('new\na\nb\nc\nd\ne\nmore\n')).toBe('new\r\na\r\nb\nc\rd\r\ne\r\nmore\r\n')
  expect(save('c\n')).toBe('c\r')
})

it('restores mixed line endings without changing a line', () => {
  const text = (parts: readonly string[]) => fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(pieces => pieces.join(''))
  fc.assert(fc.property(text(['a', 'b', '\r', '\n', '\r\n']), text(['a', 'b', 'c', '\n']), (raw, edited) => {
    expect(restoreLineEnds(raw, edited).replace(/\r\n?/g, '\n')).toBe(edited)
  }), { numRuns: 1_000 })
})

it('round-trips any UTF-8 text, even across the decoder\'s chunks', async () => {
  const part = fc.constantFrom('a', 'é', '😀', '\r\n', '\n', '\r', ' ', '\u2028', 'x'.repeat(300_000))
  await fc.assert(fc.asyncProperty(fc.array(part, { maxLength: 12 }), fc.boolean(), async (parts, hasMark) => {
    const bytes = Buffer.from((hasMark ? '\uFEFF' : '') + parts.join(''))
    const { text, format } = await decodeText(bytes)
    expect(Buffer.from(encodeText(text, format)).equals(bytes)).toBe(true)
  }), { numRuns: 60 })
})

async function decodeText(bytes: Uint8Array): Promise<Extract<Decoded, { kind: 'text' }>> {
  const decoded = await decodeBytes(bytes)
  if (decoded.kind === 'other')
    throw new Error(decoded.reason)
  return decoded
}
