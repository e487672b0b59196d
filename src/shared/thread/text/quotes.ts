import type { ContentBlock, EmbeddedResource } from '@agentclientprotocol/sdk'

/** The source of a quote: terminal output, or a selection in the conversation. */
type QuoteKind = 'selection' | 'terminal'

const address = /^(?:selection|terminal):\/\/\/([^#]+)/

/** Wraps a quote as an attachment of a prompt. */
export function quoteBlock(kind: QuoteKind, name: string, text: string): EmbeddedResource & { type: 'resource' } {
  const uri = `${kind}:///${encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '�'))}`
  return { type: 'resource', resource: { uri, mimeType: 'text/plain', text } }
}

/** The name of a quote; `undefined` for any other block. */
export function quoteName(block: ContentBlock): string | undefined {
  const name = block.type === 'resource' ? address.exec(block.resource.uri)?.[1] : undefined
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  }
  catch {
    return undefined // not written by Parley
  }
}

/** The quote as plain text, named and fenced; `undefined` for any other block. */
export function formatQuote(block: ContentBlock): string | undefined {
  const name = quoteName(block)
  if (name === undefined || block.type !== 'resource' || !('text' in block.resource))
    return undefined
  const { text } = block.resource
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(ticks => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${name}:\n\n${fence}\n${text}\n${fence}`
}
