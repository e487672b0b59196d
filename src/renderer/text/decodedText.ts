import { detectEncoding } from '../../shared/text/textEncoding'

/**
 * The text of a whole file, without a byte order mark, in the encoding that it has; of anything else, what UTF-8 makes
 * of it.
 */
export function decodedText(bytes: Uint8Array): string {
  const { encoding } = detectEncoding(bytes) ?? { encoding: 'utf-8' }
  return new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding).decode(bytes)
}
