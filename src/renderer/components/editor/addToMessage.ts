import type { Draft } from '../../composables/useDrafts'
import { utf8Bytes } from '../../../shared/text/utf8'
import { quoteBlock } from '../../../shared/thread/text/quotes'
import { nameToken } from '../composer/mentions/mentionTokens'

/** Lines of a file, as they are in the window. */
export interface QuotedLines {
  /** As the message names the file. */
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

/** More is a file, which can be mentioned as a whole. */
const maxCharacters = 32_000

/** Mentions lines of a file at the end of a message; their text goes along as it is now, saved or not. */
export function addToMessage({ text, attachments }: Draft, { path, firstLine, lastLine, text: quoted }: QuotedLines): void {
  const name = `${path}:${firstLine}${lastLine > firstLine ? `-${lastLine}` : ''}`
  const mention = nameToken(name)
  const content = quoteBlock('selection', name, quoted.slice(0, maxCharacters))
  const others = attachments.value.filter(known => known.mention !== mention)
  attachments.value = [...others, { id: crypto.randomUUID(), name, size: utf8Bytes(quoted), content, mention }]
  const gap = text.value === '' || /\s$/.test(text.value) ? '' : ' '
  text.value += `${gap}${mention} `
}
