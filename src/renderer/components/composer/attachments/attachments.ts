import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import { formatBytes } from '../../../../shared/text/formatBytes'

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

/** What a file becomes in a prompt. Throws words for the person when this agent cannot take it. */
export async function attachmentOf(file: File, capabilities: PromptCapabilities | undefined): Promise<Attachment> {
  const content = imageTypes.has(file.type)
    ? await mediaOf(file, 'image', capabilities?.image)
    : file.type.startsWith('audio/')
      ? await mediaOf(file, 'audio', capabilities?.audio)
      : await textOf(file, capabilities)
  return { id: crypto.randomUUID(), name: file.name, size: file.size, content }
}

/** Whether a file that was refused can be kept for the agent and sent as a link: every agent takes those. */
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

async function mediaOf(file: File, type: 'image' | 'audio', isTaken: boolean | undefined): Promise<ContentBlock> {
  if (!isTaken)
    throw new Error(`${file.name} was not attached: this agent does not take ${type === 'image' ? 'images' : 'sound'}.`)
  if (file.size > mediaLimitBytes) {
    throw new Error(
      `${file.name} was not attached: ${type === 'image' ? 'an image' : 'a sound'} may have at most ${formatBytes(mediaLimitBytes)}, this one has ${formatBytes(file.size)}.`,
    )
  }
  return { type, mimeType: file.type, data: await base64Of(file) }
}

async function textOf(file: File, capabilities: PromptCapabilities | undefined): Promise<ContentBlock> {
  if (!capabilities?.embeddedContext)
    throw new Error(`${file.name} was not attached: this agent does not take files with a message.`)
  if (file.size > textLimitBytes) {
    throw new Error(
      `${file.name} was not attached: a text may have at most ${formatBytes(textLimitBytes)}, this one has ${formatBytes(file.size)}.`,
    )
  }
  const text = textIn(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined)
    throw new Error(`${file.name} was not attached: it is neither text nor sound nor a PNG, JPEG, GIF or WebP image.`)
  return {
    type: 'resource',
    resource: { uri: `attachment:///${encodeURIComponent(file.name)}`, mimeType: file.type || 'text/plain', text },
  }
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
