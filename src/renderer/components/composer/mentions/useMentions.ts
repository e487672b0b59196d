import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment, Draft } from '../../../composables/useDrafts'
import type { Suggestion } from './suggestions'
import { computed } from 'vue'
import { HostError } from '../../../../shared/errors'
import { utf8Bytes, utf8Tail } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { transcriptBlock, transcriptLimitBytes } from '../../../../shared/thread/text/transcriptText'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { plainOutput } from '../../terminal/screen/plainOutput'
import { nameToken, pathToken, tokensIn } from './mentionTokens'
import { useMentionSource } from './useMentionSource'
import { useSelectedText } from './useSelectedText'
import { mentionWords as words } from './words'

/** How many mentions are kept for Undo after they left the text. */
const maxDormant = 20

/**
 * What the text of a draft mentions. The text decides: a mention goes along as long as its token stands there, so that Undo, Redo and every
 * other way to edit take it away and bring it back.
 */
export function useMentions({ threadId, draft: { text, attachments }, transcript, main }: {
  threadId: string
  draft: Draft
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
    const token = tokenFor(suggestion)
    if (!attachments.value.some(({ mention }) => mention === token)) {
      const adding: Promise<unknown> = problems
        .run(words.failed(suggestion.label), async () => keep(await fetched(suggestion, token)), { canRetry: false })
        .finally(() => pending.delete(adding))
      pending.add(adding)
    }
    return token
  }

  function tokenFor({ kind, label, id }: Suggestion): string {
    if (kind === 'file' || kind === 'folder')
      return pathToken(label)
    const wanted = (number: number): string => {
      const name = kind === 'selection' ? words.selectionName(number) : kind === 'terminal' ? words.outputOf(label) : label
      return nameToken(number === 1 || kind === 'selection' ? name : `${name} (${number})`)
    }
    // Two threads may have one title, and the person may quote again.
    const isOther = (token: string): boolean => attachments.value.some(({ mention, id: known }) => mention === token && known !== id)
    for (let number = 1; ; number++) {
      if (!isOther(wanted(number)))
        return wanted(number)
    }
  }

  async function fetched({ kind, label, id }: Suggestion, mention: string): Promise<Attachment> {
    const name = mention.slice(1)
    const quoted = (content: ContentBlock, text: string): Attachment =>
      ({ id: id ?? crypto.randomUUID(), name, size: utf8Bytes(text), content, mention })
    switch (kind) {
      case 'file':
      case 'folder': {
        const found = await host.mentionPath({ threadId, path: label })
        if (!found)
          throw new HostError('not_found', words.gone)
        const { link } = found
        return { id: crypto.randomUUID(), name: found.path, size: link.size ?? 0, content: { type: 'resource_link', ...link }, mention }
      }
      case 'thread': {
        const text = await host.readTranscriptText({ threadId: id ?? '' })
        return quoted(transcriptBlock(name, text, id), text)
      }
      case 'terminal': {
        const view = await host.readTerminal({ threadId, terminalId: id ?? '' })
        if (!view)
          throw new HostError('not_found', words.noOutput)
        const output = plainOutput(view.output)
        const end = utf8Tail(output, transcriptLimitBytes)
        const text = end.length < output.length || view.truncated ? words.endOnly + end : end
        return quoted(quoteBlock('terminal', name, text), text)
      }
      case 'selection':
        return quoted(quoteBlock('selection', name, selected.value), selected.value)
    }
  }

  function keep(attachment: Attachment): void {
    const dormant = attachments.value.filter(({ mention }) => mention !== undefined && !standing.value.has(mention))
    const forgotten = new Set(dormant.slice(0, Math.max(0, dormant.length - maxDormant)))
    attachments.value = [...attachments.value.filter(one => !forgotten.has(one)), attachment]
  }

  /** What goes along with the message. A short file goes as its text, as it is now, where the agent takes that. */
  async function contents(): Promise<ContentBlock[]> {
    await Promise.allSettled(pending)
    return Promise.all(inForce.value.map(async ({ content, name, mention }) => {
      if (mention === undefined || content.type !== 'resource_link' || transcript().head.promptCapabilities?.embeddedContext !== true)
        return content
      const found = await host.mentionPath({ threadId, path: name, withText: true })
      if (found?.text === undefined)
        return found ? { type: 'resource_link' as const, ...found.link } : content
      const { uri, mimeType } = found.link
      return { type: 'resource' as const, resource: { uri, mimeType: mimeType ?? 'text/plain', text: found.text } }
    }))
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
