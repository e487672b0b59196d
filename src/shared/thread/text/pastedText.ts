import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk'

/** More lines than the message box shows at once: what was written around them would be out of sight. */
const manyLines = 20
/** The same for a text without line breaks. */
const manyCharacters = 2_000
const scheme = 'pasted:///'

/** How many lines a pasted text has, where it is so long that it becomes an attachment. */
export function longPaste(text: string): { lines: number } | undefined {
  const lines = text.trimEnd().split(/\r\n|[\r\n]/).length
  return lines > manyLines || text.length > manyCharacters ? { lines } : undefined
}

/** A pasted text as an attachment of a prompt. */
export function pastedBlock(name: string, text: string): EmbeddedResource & { type: 'resource' } {
  return { type: 'resource', resource: { uri: scheme + encodeURIComponent(name), mimeType: 'text/plain', text } }
}

/** The text that was pasted; `undefined` for any other block. It is part of the message: nothing else holds it. */
export function pastedIn(block: ContentBlock): string | undefined {
  return block.type === 'resource' && 'text' in block.resource && block.resource.uri.startsWith(scheme) ? block.resource.text : undefined
}
