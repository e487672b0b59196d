import { detectEncoding } from '../../shared/text/textEncoding'

/** Decodes a file in its detected encoding, UTF-8 by default, and removes the byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const { encoding } = detectEncoding(bytes) ?? { encoding: 'utf-8' }
  return new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding).decode(bytes)
}
