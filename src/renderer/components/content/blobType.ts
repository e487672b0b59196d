import { detectFileType, type FileType } from '../../../shared/files/checkedType'
import { decodeBase64 } from '../../text/base64'
import { decodeText } from '../../text/decodeText'

/** Maximum base64 characters of a text that is shown. Longer ones can only be saved. */
const maxTextCharacters = 1_400_000
/** Base64 characters that cover all file signatures; a multiple of four. */
const signatureCharacters = 4_096

/** Detects the type of a base64 blob from its bytes. Includes its text if that can be shown. */
export function detectBlobType(blob: string): { kind: FileType['kind'], mimeType: string, text?: string } {
  const isShort = blob.length <= maxTextCharacters
  const bytes = decodeBase64(isShort ? blob : blob.slice(0, signatureCharacters))
  const { kind, mimeType } = bytes ? detectFileType(bytes) : { kind: 'unknown' as const, mimeType: '' }
  if (kind !== 'text')
    return { kind, mimeType }
  // The start of a long blob does not prove that all of it is text.
  return isShort ? { kind, mimeType, text: decodeText(bytes!) } : { kind: 'unknown', mimeType }
}
