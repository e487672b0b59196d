import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment, SentMessage, ThreadDraft } from '../../../composables/useDrafts'
import { computed } from 'vue'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { fetchMention, sentContent } from './mentionContent'
import { tokensIn } from './mentionTokens'
import { type Suggestion, tokenFor } from './suggestions'
import { useMentionSource } from './useMentionSource'
import { useSelectedText } from './useSelectedText'
import { mentionWords as words } from './words'

/** How many mentions are kept for Undo after they left the text. */
const maxDormant = 20

/**
 * What the text of a draft mentions. The text decides: a mention goes along as long as its token stands there, so that Undo, Redo and every
 * other way to edit take it away and bring it back.
 */
export function useMentions({ threadId, draft: { text, attachments, addTo }, transcript, main }: {
  threadId: string
  draft: ThreadDraft
  transcript: () => Transcript
  /** Where the conversation stands. */
  main: () => Element | null | undefined
}) {
  const { host } = useHost()
  const problems = useProblems()
  const selected = useSelectedText(main)
  const pending = new Set<Promise<unknown>>()

  const standing = computed(() => tokensIn(text.value, attachments.value.flatMap(({ mention }) => mention ?? [])))
  const inForce = computed(() => attachments.value.filter(({ mention }) => mention === undefined || standing.value.has(mention)))
  const mentions = computed(() => inForce.value.filter(({ mention }) => mention !== undefined))
  const others = computed(() => inForce.value.filter(({ mention }) => mention === undefined))

  /** What is written for a mention; what it stands for is fetched meanwhile. */
  function add(suggestion: Suggestion): string {
    const token = tokenFor(suggestion, attachments.value)
    if (!attachments.value.some(({ mention }) => mention === token)) {
      const adding: Promise<unknown> = problems
        .run(words.failed(suggestion.label), async () => {
          keep(await fetchMention(suggestion, { host, threadId, mention: token, selected: selected.value }))
        }, { canRetry: false })
        .finally(() => pending.delete(adding))
      pending.add(adding)
    }
    return token
  }

  function keep(attachment: Attachment): void {
    const dormant = attachments.value.filter(({ mention }) => mention !== undefined && !standing.value.has(mention))
    const forgotten = new Set(dormant.slice(0, Math.max(0, dormant.length - maxDormant)))
    attachments.value = [...attachments.value.filter(one => !forgotten.has(one)), attachment]
  }

  /** What goes along with a message that left the box. */
  async function contents({ messageId, text, attachments: own }: SentMessage): Promise<ContentBlock[]> {
    await Promise.allSettled(pending)
    const late = attachments.value.filter(({ mention }) => mention !== undefined && tokensIn(text, [mention]).has(mention))
    if (late.length > 0)
      addTo(messageId, late)
    const all = [...own, ...late]
    const standing = tokensIn(text, all.flatMap(({ mention }) => mention ?? []))
    const takesText = transcript().head.promptCapabilities?.embeddedContext === true
    return Promise.all(all
      .filter(({ mention }) => mention === undefined || standing.has(mention))
      .map(attachment => sentContent(attachment, { host, threadId, takesText })))
  }

  /** Where a mention stands, with the space after it. */
  function placeOf({ mention = '' }: Attachment): [start: number, end: number] {
    const start = standing.value.get(mention) ?? 0
    const end = start + mention.length
    return [start, text.value[end] === ' ' ? end + 1 : end]
  }

  const source = useMentionSource({
    threadId,
    transcript,
    selection: () => selected.value,
    add,
    isMention: token => standing.value.has(token),
  })
  return { threadId, mentions, others, hasContents: () => inForce.value.length > 0, contents, source, placeOf }
}

/** As `useMentions` makes it. */
export type Mentions = ReturnType<typeof useMentions>
