import type { ContentBlock } from '@agentclientprotocol/sdk'
import { unspaced } from '../../../../shared/search/searchTerms'
import { promptAttachments, promptText } from '../../../../shared/thread/text/promptText'
import { quoteName } from '../../../../shared/thread/text/quotes'
import { mentionedThread } from '../../../../shared/thread/text/transcriptText'
import { pathInFolder, uriLabel } from '../../../text/paths'
import { visibleName } from '../../../text/visibleText'

/** Longer than any path. Titles are cut shorter. */
const maxPath = 4_096
const maxName = 60

/** Token of a file or folder in a message. */
export function pathToken(path: string): string {
  return `@${visibleName(path, maxPath)}`
}

/** Token of a thread, a command or a part of the conversation. */
export function nameToken(name: string): string {
  return `@${visibleName(name, maxName)}`
}

/** Token of a content block; `undefined` if it is no mention. */
export function mentionToken(block: ContentBlock, folder: string): string | undefined {
  const name = mentionedThread(block)?.title ?? quoteName(block)
  if (name !== undefined)
    return nameToken(name)
  const uri = block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : ''
  return uri.startsWith('file:') ? pathToken(pathInFolder(uriLabel(uri), folder)) : undefined
}

/** Finds tokens in a text, each at its first position. A token that is a prefix of another must occur by itself. */
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

/** Content of a message after its text was edited, without mentions removed from the text. */
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

/** Whether a token ends here, not inside a longer name. Scripts without spaces may follow directly. */
function endsAt(text: string, end: number): boolean {
  return !continues.test(text.slice(end, end + 3))
}
