import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk'

/** More lines than the message box shows, so that surrounding text would scroll out of view. */
const minLines = 20
/** The limit for text without line breaks. */
const minCharacters = 2_000
const scheme = 'pasted:///'

/** The number of lines of a pasted text, if it is long enough to become an attachment. */
export function measureLongPaste(text: string): { lines: number } | undefined {
  const lines = text.trimEnd().split(/\r\n|[\r\n]/).length
  return lines > minLines || text.length > minCharacters ? { lines } : undefined
}

/** Wraps a pasted text as an attachment of a prompt. */
export function createPastedBlock(name: string, text: string): EmbeddedResource & { type: 'resource' } {
  return { type: 'resource', resource: { uri: scheme + encodeURIComponent(name), mimeType: 'text/plain', text } }
}

/**
 * The pasted text in a block; `undefined` for any other block. Always include it, because it is stored nowhere else.
 */
export function getPastedText(block: ContentBlock): string | undefined {
  return block.type === 'resource' && 'text' in block.resource && block.resource.uri.startsWith(scheme)
    ? block.resource.text
    : undefined
}
