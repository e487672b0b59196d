import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostClient } from '../../../../shared/contract/contract'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment, SentMessage, ThreadDraft } from '../../../composables/useDrafts'
import type { MentionSource } from './useMentionSuggestions'
import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { HostError } from '../../../../shared/errors'
import { utf8ByteLength, utf8Tail } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { transcriptBlock, transcriptLimitBytes } from '../../../../shared/thread/text/transcriptText'
import { useHost } from '../../../composables/host/useHost'
import { usePathList } from '../../../composables/host/usePathList'
import { useThreadList } from '../../../composables/thread/threadContext'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { plainOutput } from '../../terminal/screen/plainOutput'
import { tokensIn } from './mentionTokens'
import { kindOfPath, type Suggestion, suggestionsFor, terminalsIn, threadsBesides, tokenFor } from './suggestions'
import { mentionWords as words } from './words'

/** Number of removed mentions kept for Undo. */
const maxDormant = 20

/**
 * Mentions in a draft. The text decides: a mention is sent as long as its token is in the text, so that Undo, Redo and
 * any other edit remove and restore it.
 */
export function useMentions({ threadId, draft: { text, attachments, addTo }, transcript, main }: {
  threadId: string
  draft: ThreadDraft
  transcript: () => Transcript
  /** The conversation's element. */
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

  /** Token of a mention, whose content is fetched in the background. */
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

  /** Content of a message that left the box. */
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

  /** Range of a mention including the following space. */
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

/** Longer quotes should be mentioned as a whole thread. */
const maxCharacters = 32_000
const settleMs = 100

/** The last selection in the conversation, kept until another click there. */
function useSelectedText(main: () => Element | null | undefined) {
  const selected = shallowRef('')

  const update = useDebounceFn(() => {
    const selection = document.getSelection()
    const log = main()?.querySelector('[role=log]')
    if (selection?.anchorNode && log?.contains(selection.anchorNode))
      selected.value = selection.isCollapsed ? '' : selection.toString().slice(0, maxCharacters)
  }, settleMs)
  useEventListener(document, 'selectionchange', () => update().catch(report))

  return selected
}

/** Candidates of a thread: files and folders, terminals, the selection, other threads. */
function useMentionSource({ threadId, transcript, selection, add, isMention }: {
  threadId: string
  transcript: () => Transcript
  selection: () => string
} & Pick<MentionSource, 'add' | 'isMention'>): MentionSource {
  const { host } = useHost()
  const threads = useThreadList()
  const { matcher, refresh } = usePathList(threadId)
  /** The fully typed path, if it exists. */
  const typed = shallowRef<{ readonly search: string, readonly suggestion: Suggestion }>()

  async function lookFor(search: string): Promise<void> {
    const found = await host.mentionPath({ threadId, path: search })
    typed.value = found && { search, suggestion: { kind: kindOfPath(found.path), label: found.path } }
  }

  return {
    begin: () => void refresh().catch(report),
    look: search => void lookFor(search).catch(report),
    find: search => suggestionsFor(search, {
      paths: matcher.value,
      typed: typed.value?.search === search ? typed.value.suggestion : undefined,
      others: { selection: selection(), terminals: terminalsIn(transcript()), threads: threadsBesides(threadId, threads()) },
    }),
    add,
    isMention,
  }
}

/** The thread of the message. */
interface MentioningThread {
  readonly host: HostClient
  readonly threadId: string
}

/** Resolves a mention, written as `mention` in the text. Throws a `HostError` if its target no longer exists. */
export async function fetchMention(
  { kind, label, id }: Suggestion,
  { host, threadId, mention, selected }: MentioningThread & { readonly mention: string, readonly selected: string },
): Promise<Attachment> {
  const name = mention.slice(1)
  const quoted = (content: ContentBlock, text: string): Attachment =>
    ({ id: id ?? crypto.randomUUID(), name, size: utf8ByteLength(text), content, mention })
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
      return quoted(quoteBlock('selection', name, selected), selected)
  }
}

/** Content for an attachment. A short mentioned file is embedded with its present text if the agent takes that. */
export async function sentContent(
  { content, name, mention }: Attachment,
  { host, threadId, takesText }: MentioningThread & { readonly takesText: boolean },
): Promise<ContentBlock> {
  if (mention === undefined || content.type !== 'resource_link' || !takesText)
    return content
  const found = await host.mentionPath({ threadId, path: name, withText: true })
  if (found?.text === undefined)
    return found ? { type: 'resource_link', ...found.link } : content
  const { uri, mimeType } = found.link
  return { type: 'resource', resource: { uri, mimeType: mimeType ?? 'text/plain', text: found.text } }
}
