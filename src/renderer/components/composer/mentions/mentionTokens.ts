import type { ContentBlock } from '@agentclientprotocol/sdk'
import { unspaced } from '../../../../shared/search/searchTerms'
import { promptAttachments, promptText } from '../../../../shared/thread/text/promptText'
import { quoteName } from '../../../../shared/thread/text/quotes'
import { mentionedThread } from '../../../../shared/thread/text/transcriptText'
import { pathInFolder, uriLabel } from '../../../text/paths'
import { visibleName } from '../../../text/visibleText'

/** Longer than any path; titles are cut shorter. */
const maxPath = 4_096
const maxName = 60

/** How a file or folder is written in a message. */
export function pathToken(path: string): string {
  return `@${visibleName(path, maxPath)}`
}

/** How a thread, a command or a part of the conversation is written. */
export function nameToken(name: string): string {
  return `@${visibleName(name, maxName)}`
}

/** How a block is written in the message that mentions it; `undefined` for what is no mention. */
export function mentionToken(block: ContentBlock, folder: string): string | undefined {
  const name = mentionedThread(block)?.title ?? quoteName(block)
  if (name !== undefined)
    return nameToken(name)
  const uri = block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : ''
  return uri.startsWith('file:') ? pathToken(pathInFolder(uriLabel(uri), folder)) : undefined
}

/**
 * The tokens that are in a text, each where it is first; of one that begins another, both count only where both
 * stand.
 */
export function tokensIn(text: string, tokens: readonly string[]): Map<string, number> {
  let rest = text
  const found = new Map<string, number>()
  for (const token of [...new Set(tokens)].sort((left, right) => right.length - left.length)) {
    for (let at = rest.indexOf(token); at >= 0; at = rest.indexOf(token, at + token.length)) {
      if (!endsAt(rest, at + token.length))
        continue
      found.set(token, Math.min(at, found.get(token) ?? at))
      rest = rest.slice(0, at) + '\0'.repeat(token.length) + rest.slice(at + token.length)
    }
  }
  return found
}

/** What goes along with a message whose text was changed: the mentions that were taken out of the text do not. */
export function attachmentsAfterEdit(content: readonly ContentBlock[], text: string, folder: string): ContentBlock[] {
  const attachments = promptAttachments(content)
  const tokens = attachments.flatMap(block => mentionToken(block, folder) ?? [])
  const [before, after] = [tokensIn(promptText(content), tokens), tokensIn(text, tokens)]
  return attachments.filter((block) => {
    const token = mentionToken(block, folder)
    return token === undefined || !before.has(token) || after.has(token)
  })
}

const continues = new RegExp(`^(?!${unspaced})(?:[\\p{L}\\p{N}_\\-/\\\\]|\\.[\\p{L}\\p{N}])`, 'u')

/** Not in the middle of a longer name; scripts without blanks continue right behind one. */
function endsAt(text: string, end: number): boolean {
  return !continues.test(text.slice(end, end + 3))
}
