import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import type { Attachment } from '../../../composables/useDrafts'
import { detectFileType } from '../../../../shared/files/checkedType'
import { formatBytes } from '../../../../shared/text/formatBytes'
import { encodeBase64 } from '../../../text/base64'
import { decodeText } from '../../../text/decodeText'
import { toSendableImage } from './toSendableImage'
import { attachmentWords, refusalWords } from './words'

/** Gives the thread's agent read access to a file in place. Returns `undefined` in a browser, which hides paths. */
export type LendInPlace = (file: File) => Promise<{ uri: string, size: number } | undefined>
/** Stores a copy that the thread's agent may read. */
export type LendCopy = (file: { name: string, data: string }) => Promise<{ uri: string }>

/** Limits for embedding, as embedded content goes to the model. Larger files are linked. */
const mediaLimitBytes = 8_000_000
const textLimitBytes = 1_000_000
/** Limit of a copy, which is sent to the host in one message. */
const copyLimitBytes = 20_000_000

/** Functions and limits for attaching a file. */
export interface Attaching {
  readonly lend: LendInPlace
  readonly keep: LendCopy
  /** Bytes that may still be embedded in the message. */
  readonly roomBytes: number
}

/**
 * Converts a file to an attachment: embedded if the agent supports that, otherwise a link, which all agents support.
 * Throws an error with a message for the person.
 */
export async function readAttachment(
  file: File,
  capabilities: PromptCapabilities,
  attaching: Attaching,
): Promise<Attachment> {
  const place = await attaching.lend(file)
  const content = file.size <= attaching.roomBytes ? await embedFile(file, capabilities, place?.uri) : undefined
  return content ? createAttachment(file, content, place && 'itself') : createLink(file, place, attaching.keep)
}

/** Creates a link to the file, or to a copy if its path is unknown. */
export async function linkAttachment(file: File, { lend, keep }: Attaching): Promise<Attachment> {
  return createLink(file, await lend(file), keep)
}

async function createLink(
  file: File,
  place: { uri: string, size: number } | undefined,
  keep: LendCopy,
): Promise<Attachment> {
  if (!place && file.size > copyLimitBytes)
    throw createRefusal(file.name, refusalWords.tooLargeToCopy(formatBytes(copyLimitBytes), formatBytes(file.size)))
  const { uri } = place ?? await keep({ name: file.name, data: encodeBase64(await readBytes(file)) })
  const content = { type: 'resource_link' as const, uri, name: file.name, size: place?.size ?? file.size }
  const typed = { ...content, ...(file.type !== '' && { mimeType: file.type }) }
  return createAttachment(file, typed, place ? 'itself' : 'copy')
}

function createAttachment(file: File, content: ContentBlock, lent?: Attachment['lent']): Attachment {
  return { id: crypto.randomUUID(), name: file.name, size: file.size, content, ...(lent && { lent }) }
}

/** Embeds a file by its detected type. Returns `undefined` if it is too large or the agent does not support it. */
async function embedFile(
  file: File,
  capabilities: PromptCapabilities,
  place: string | undefined,
): Promise<ContentBlock | undefined> {
  if (file.size > mediaLimitBytes)
    return undefined
  const bytes = await readBytes(file)
  const { kind, mimeType } = detectFileType(bytes)
  if (mimeType.startsWith('image/') && capabilities.image === true) {
    const picture = await toSendableImage(bytes, mimeType)
    if (!picture)
      throw createRefusal(file.name, refusalWords.unknownPicture)
    return { type: 'image', mimeType: picture.mimeType, data: encodeBase64(picture.bytes), ...(place !== undefined && { uri: place }) }
  }
  if (kind === 'audio' && capabilities.audio === true)
    return { type: 'audio', mimeType, data: encodeBase64(bytes) }
  if (capabilities.embeddedContext !== true)
    return undefined
  const uri = place ?? `attachment:///${encodeURIComponent(file.name)}`
  if (kind === 'text' && bytes.length > textLimitBytes)
    return undefined
  if (kind === 'text')
    return { type: 'resource', resource: { uri, mimeType: file.type || mimeType, text: decodeText(bytes) } }
  // For Office documents, which are archives, the browser's type is more specific.
  const isPlain = kind === 'unknown' || kind === 'archive' || kind === 'program'
  return { type: 'resource', resource: { uri, mimeType: isPlain && file.type !== '' ? file.type : mimeType, blob: encodeBase64(bytes) } }
}

/** Creates the error for a refused file. */
export function createRefusal(name: string, why: string): Error {
  return new Error(attachmentWords.refused(name, why))
}

async function readBytes(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  }
  catch (error) {
    throw new Error(attachmentWords.refused(file.name, refusalWords.unreadable), { cause: error })
  }
}
