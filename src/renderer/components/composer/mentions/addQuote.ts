import type { Draft } from '../../../composables/useDrafts'
import { countUtf8Bytes } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { toNameToken } from './mentionTokens'

/** Longer selections should be mentioned as a whole file. */
const maxCharacters = 32_000

/** Adds a quote to the message, and a mention of it to its text. One of the same name is replaced. */
export function addQuote({ text, attachments }: Draft, { kind, name, text: quoted }: {
  kind: Parameters<typeof quoteBlock>[0]
  name: string
  text: string
}): void {
  const mention = toNameToken(name)
  const content = quoteBlock(kind, name, quoted.slice(0, maxCharacters))
  const others = attachments.value.filter(known => known.mention !== mention)
  attachments.value = [...others, { id: crypto.randomUUID(), name, size: countUtf8Bytes(quoted), content, mention }]
  const gap = text.value === '' || /\s$/.test(text.value) ? '' : ' '
  text.value += `${gap}${mention} `
}
