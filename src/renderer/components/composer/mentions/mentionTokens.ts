import type { ContentBlock } from '@agentclientprotocol/sdk'
import { unspaced } from '../../../../shared/search/searchTerms'
import { getPromptAttachments, getPromptText } from '../../../../shared/thread/text/promptText'
import { quoteName } from '../../../../shared/thread/text/quotes'
import { getMentionedThread } from '../../../../shared/thread/text/transcriptText'
import { formatUri, toRelativePath } from '../../../text/paths'
import { visibleName } from '../../../text/visibleText'

/** Maximum characters of a path, longer than any, and of a title. */
const maxPath = 4_096
const maxName = 60

/** Token that mentions a file or folder in a message. */
export function toPathToken(path: string): string {
  return `@${visibleName(path, maxPath)}`
}

/** Token that mentions a thread, a terminal or a selection. */
export function toNameToken(name: string): string {
  return `@${visibleName(name, maxName)}`
}

/** Token of a content block; `undefined` if the block is not a mention. */
export function getMentionToken(block: ContentBlock, folder: string): string | undefined {
  const name = getMentionedThread(block)?.title ?? quoteName(block)
  if (name !== undefined)
    return toNameToken(name)
  const uri = block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : ''
  return uri.startsWith('file:') ? toPathToken(toRelativePath(formatUri(uri), folder)) : undefined
}

/** Finds the first position of each token in a text. A token that is a prefix of another one must occur separately. */
export function findTokens(text: string, tokens: readonly string[]): Map<string, number> {
  let rest = text
  const found = new Map<string, number>()
  for (const token of [...new Set(tokens)].sort((left, right) => right.length - left.length)) {
    for (let at = rest.indexOf(token); at >= 0; at = rest.indexOf(token, at + token.length)) {
      if (!isTokenEnd(rest, at + token.length))
        continue
      found.set(token, Math.min(at, found.get(token) ?? at))
      rest = rest.slice(0, at) + '\0'.repeat(token.length) + rest.slice(at + token.length)
    }
  }
  return found
}

/** Returns a message's attachments after an edit, without the mentions that were removed from the text. */
export function filterAttachments(content: readonly ContentBlock[], text: string, folder: string): ContentBlock[] {
  const attachments = getPromptAttachments(content)
  const tokens = attachments.flatMap(block => getMentionToken(block, folder) ?? [])
  const [before, after] = [findTokens(getPromptText(content), tokens), findTokens(text, tokens)]
  return attachments.filter((block) => {
    const token = getMentionToken(block, folder)
    return token === undefined || !before.has(token) || after.has(token)
  })
}

const continues = new RegExp(`^(?!${unspaced})(?:[\\p{L}\\p{N}_\\-/\\\\]|\\.[\\p{L}\\p{N}])`, 'u')

/** Whether a token ends here instead of continuing as a longer name. Scripts without spaces may follow directly. */
function isTokenEnd(text: string, end: number): boolean {
  return !continues.test(text.slice(end, end + 3))
}
