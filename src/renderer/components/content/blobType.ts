import { checkedType, type CheckedType } from '../../../shared/files/checkedType'
import { bytesOfBase64 } from '../../text/base64'
import { decodedText } from '../../text/decodedText'

/** Texts above this are saved, not read here. */
const maxTextCharacters = 1_400_000
/** More than enough for the beginnings that tell types apart; whole groups of four. */
const beginningCharacters = 4_096

/** What a base64 blob is by its bytes, whatever the agent calls it, and its text where it is one that can be shown. */
export function typeOfBlob(blob: string): { kind: CheckedType['kind'], mimeType: string, text?: string } {
  const isShort = blob.length <= maxTextCharacters
  const bytes = bytesOfBase64(isShort ? blob : blob.slice(0, beginningCharacters))
  const { kind, mimeType } = bytes ? checkedType(bytes) : { kind: 'unknown' as const, mimeType: '' }
  if (kind !== 'text')
    return { kind, mimeType }
  // A beginning says little about the rest.
  return isShort ? { kind, mimeType, text: decodedText(bytes!) } : { kind: 'unknown', mimeType }
}
