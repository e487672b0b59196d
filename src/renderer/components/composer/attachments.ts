import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import { sizeWords } from '../../text/sizeWords'

/** A file that goes along with the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly content: ContentBlock
}

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const imageLimitBytes = 8_000_000
const textLimitBytes = 1_000_000

/** What a file becomes in a prompt. Throws words for the person when this agent cannot take it. */
export async function attachmentOf(file: File, capabilities: PromptCapabilities | undefined): Promise<Attachment> {
  const content = imageTypes.has(file.type) ? await imageOf(file, capabilities) : await textOf(file, capabilities)
  return { id: crypto.randomUUID(), name: file.name, size: file.size, content }
}

async function imageOf(file: File, capabilities: PromptCapabilities | undefined): Promise<ContentBlock> {
  if (!capabilities?.image)
    throw new Error(`${file.name} was not attached: this agent does not take images.`)
  if (file.size > imageLimitBytes)
    throw new Error(`${file.name} was not attached: an image may have at most ${sizeWords(imageLimitBytes)}, this one has ${sizeWords(file.size)}.`)
  return { type: 'image', mimeType: file.type, data: base64(new Uint8Array(await file.arrayBuffer())) }
}

async function textOf(file: File, capabilities: PromptCapabilities | undefined): Promise<ContentBlock> {
  if (!capabilities?.embeddedContext)
    throw new Error(`${file.name} was not attached: this agent does not take files with a message. Write its path into the message instead.`)
  if (file.size > textLimitBytes)
    throw new Error(`${file.name} was not attached: a text may have at most ${sizeWords(textLimitBytes)}, this one has ${sizeWords(file.size)}. Write its path into the message instead.`)
  const text = textIn(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined)
    throw new Error(`${file.name} was not attached: it is neither text nor a PNG, JPEG, GIF or WebP image.`)
  return { type: 'resource', resource: { uri: `attachment:///${encodeURIComponent(file.name)}`, mimeType: file.type || 'text/plain', text } }
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

function base64(bytes: Uint8Array): string {
  let binary = ''
  // In parts, because a call takes a bounded number of arguments.
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}
