import { detectEncoding } from '../../shared/text/textEncoding'

/** Decodes a whole file, without a byte order mark, in its detected encoding, by default UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const { encoding } = detectEncoding(bytes) ?? { encoding: 'utf-8' }
  return new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding).decode(bytes)
}
