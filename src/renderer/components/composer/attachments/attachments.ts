import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import { formatBytes } from '../../../../shared/text/formatBytes'
import { attachmentWords, refusalWords } from './words'

/** A file that goes along with the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly content: ContentBlock
}

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const mediaLimitBytes = 8_000_000
const textLimitBytes = 1_000_000
/** A link's file goes to the host in one message. */
const linkLimitBytes = 20_000_000

/** What a file becomes in a prompt. Throws an error with a message for the person when this agent cannot take it. */
export async function attachmentOf(file: File, capabilities: PromptCapabilities | undefined): Promise<Attachment> {
  return { id: crypto.randomUUID(), name: file.name, size: file.size, content: await contentOf(file, capabilities) }
}

/** Whether a refused file can be kept for the agent and sent as a link, which every agent takes. */
export function canBeLink(file: File): boolean {
  return file.size <= linkLimitBytes
}

/** A link to a copy of the file, which `keep` makes. */
export async function linkOf(file: File, keep: (file: { name: string, data: string }) => Promise<{ uri: string }>): Promise<Attachment> {
  const { uri } = await keep({ name: file.name, data: await base64Of(file) })
  return {
    id: crypto.randomUUID(),
    name: file.name,
    size: file.size,
    content: { type: 'resource_link', uri, name: file.name, size: file.size, ...(file.type !== '' && { mimeType: file.type }) },
  }
}

async function contentOf(file: File, capabilities: PromptCapabilities | undefined): Promise<ContentBlock> {
  if (imageTypes.has(file.type)) {
    check(file, capabilities?.image === true, refusalWords.noImages)
    checkSize(file, mediaLimitBytes, refusalWords.imageTooLarge)
    return { type: 'image', mimeType: file.type, data: await base64Of(file) }
  }
  if (file.type.startsWith('audio/')) {
    check(file, capabilities?.audio === true, refusalWords.noSound)
    checkSize(file, mediaLimitBytes, refusalWords.soundTooLarge)
    return { type: 'audio', mimeType: file.type, data: await base64Of(file) }
  }
  check(file, capabilities?.embeddedContext === true, refusalWords.noFiles)
  checkSize(file, textLimitBytes, refusalWords.textTooLarge)
  const text = textIn(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined)
    throw refusal(file, refusalWords.unknownKind)
  return {
    type: 'resource',
    resource: { uri: `attachment:///${encodeURIComponent(file.name)}`, mimeType: file.type || 'text/plain', text },
  }
}

/** The error for a file that is not attached. */
export function refusal(file: File, why: string): Error {
  return new Error(attachmentWords.refused(file.name, why))
}

function check(file: File, isTaken: boolean, why: string): void {
  if (!isTaken)
    throw refusal(file, why)
}

function checkSize(file: File, limitBytes: number, why: (limit: string, size: string) => string): void {
  check(file, file.size <= limitBytes, why(formatBytes(limitBytes), formatBytes(file.size)))
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  }
  catch {
    return undefined // not UTF-8: the caller says so
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In parts, because a call takes a bounded number of arguments.
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}
