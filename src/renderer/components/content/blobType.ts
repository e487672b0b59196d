import { detectFileType, type FileType } from '../../../shared/files/checkedType'
import { bytesOfBase64 } from '../../text/base64'
import { decodedText } from '../../text/decodedText'

/** Longer texts can only be saved. */
const maxTextCharacters = 1_400_000
/** Enough characters for all signatures, in whole groups of four. */
const beginningCharacters = 4_096

/** Type of a base64 blob by its bytes, and its text if it can be shown. */
export function typeOfBlob(blob: string): { kind: FileType['kind'], mimeType: string, text?: string } {
  const isShort = blob.length <= maxTextCharacters
  const bytes = bytesOfBase64(isShort ? blob : blob.slice(0, beginningCharacters))
  const { kind, mimeType } = bytes ? detectFileType(bytes) : { kind: 'unknown' as const, mimeType: '' }
  if (kind !== 'text')
    return { kind, mimeType }
  // The beginning alone does not prove text.
  return isShort ? { kind, mimeType, text: decodedText(bytes!) } : { kind: 'unknown', mimeType }
}
