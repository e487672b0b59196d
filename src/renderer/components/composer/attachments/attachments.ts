import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import type { Attachment } from '../../../composables/useDrafts'
import { detectFileType } from '../../../../shared/files/checkedType'
import { formatBytes } from '../../../../shared/text/formatBytes'
import { toBase64 } from '../../../text/base64'
import { decodedText } from '../../../text/decodedText'
import { sendablePicture } from './sendablePicture'
import { attachmentWords, refusalWords } from './words'

/** Lends the file in place to the thread's agent and returns its URI; `undefined` in a browser, which hides paths. */
export type LendFile = (file: File) => Promise<{ uri: string, size: number } | undefined>
/** Keeps a copy for the thread's agent. */
export type KeepFile = (file: { name: string, data: string }) => Promise<{ uri: string }>

/** Limits for embedding, as everything embedded goes to a model. Larger files are linked. */
const mediaLimitBytes = 8_000_000
const textLimitBytes = 1_000_000
/** A copy is sent to the host in one message. */
const copyLimitBytes = 20_000_000

/** Context for attaching a file. */
export interface Attaching {
  readonly lend: LendFile
  readonly keep: KeepFile
  /** Remaining bytes for embedding. */
  readonly roomBytes: number
}

/**
 * Converts a file to prompt content: embedded if the agent takes it, otherwise a link, which every agent takes. Throws
 * an error with a message for the person.
 */
export async function readAttachment(
  file: File,
  capabilities: PromptCapabilities,
  attaching: Attaching,
): Promise<Attachment> {
  const place = await attaching.lend(file)
  const content = file.size <= attaching.roomBytes ? await embedded(file, capabilities, place?.uri) : undefined
  return content ? attachment(file, content, place && 'itself') : linkAt(file, place, attaching.keep)
}

/** A link to the file, or to a copy if its path is unknown. */
export async function linkAttachment(file: File, { lend, keep }: Attaching): Promise<Attachment> {
  return linkAt(file, await lend(file), keep)
}

async function linkAt(file: File, place: { uri: string, size: number } | undefined, keep: KeepFile): Promise<Attachment> {
  if (!place && file.size > copyLimitBytes)
    throw refusal(file.name, refusalWords.tooLargeToCopy(formatBytes(copyLimitBytes), formatBytes(file.size)))
  const { uri } = place ?? await keep({ name: file.name, data: toBase64(await bytesOf(file)) })
  const content = { type: 'resource_link' as const, uri, name: file.name, size: place?.size ?? file.size }
  return attachment(file, { ...content, ...(file.type !== '' && { mimeType: file.type }) }, place ? 'itself' : 'copy')
}

function attachment(file: File, content: ContentBlock, lent?: Attachment['lent']): Attachment {
  return { id: crypto.randomUUID(), name: file.name, size: file.size, content, ...(lent && { lent }) }
}

/** The content block for the file's real type; `undefined` if the agent does not take it. */
async function embedded(file: File, capabilities: PromptCapabilities, place: string | undefined): Promise<ContentBlock | undefined> {
  if (file.size > mediaLimitBytes)
    return undefined
  const bytes = await bytesOf(file)
  const { kind, mimeType } = detectFileType(bytes)
  if (mimeType.startsWith('image/') && capabilities.image === true) {
    const picture = await sendablePicture(bytes, mimeType)
    if (!picture)
      throw refusal(file.name, refusalWords.unknownPicture)
    return { type: 'image', mimeType: picture.mimeType, data: toBase64(picture.bytes), ...(place !== undefined && { uri: place }) }
  }
  if (kind === 'audio' && capabilities.audio === true)
    return { type: 'audio', mimeType, data: toBase64(bytes) }
  if (capabilities.embeddedContext !== true)
    return undefined
  const uri = place ?? `attachment:///${encodeURIComponent(file.name)}`
  if (kind === 'text' && bytes.length > textLimitBytes)
    return undefined
  if (kind === 'text')
    return { type: 'resource', resource: { uri, mimeType: file.type || mimeType, text: decodedText(bytes) } }
  // Office documents are archives, too, so the browser's type is more specific.
  const isPlain = kind === 'unknown' || kind === 'archive' || kind === 'program'
  return { type: 'resource', resource: { uri, mimeType: isPlain && file.type !== '' ? file.type : mimeType, blob: toBase64(bytes) } }
}

/** The error for a refused file. */
export function refusal(name: string, why: string): Error {
  return new Error(attachmentWords.refused(name, why))
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  }
  catch (error) {
    throw new Error(attachmentWords.refused(file.name, refusalWords.unreadable), { cause: error })
  }
}
