import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostClient } from '../../../../shared/contract/contract'
import type { Transcript } from '../../../../shared/thread/transcript'
import type { Attachment, SentMessage, ThreadDraft } from '../../../composables/useDrafts'
import type { MentionSource } from './useMentionSuggestions'
import { useDebounceFn, useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { HostError } from '../../../../shared/errors'
import { countUtf8Bytes, takeUtf8Tail } from '../../../../shared/text/utf8'
import { quoteBlock } from '../../../../shared/thread/text/quotes'
import { createTranscriptBlock, transcriptLimitBytes } from '../../../../shared/thread/text/transcriptText'
import { useHost } from '../../../composables/host/useHost'
import { usePathList } from '../../../composables/host/usePathList'
import { useThreadList } from '../../../composables/thread/threadContext'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { toPlainOutput } from '../../terminal/screen/plainOutput'
import { findTokens } from './mentionTokens'
import { createToken, findSuggestions, getPathKind, listOtherThreads, listTerminals, type Suggestion } from './suggestions'
import { mentionWords as words } from './words'

/** Maximum removed mentions kept for Undo. */
const maxDormant = 20

/**
 * Mentions in a draft. A mention is sent if its token is in the text, so any edit, including Undo and Redo, removes and
 * restores it. Long because its functions share the selected mentions.
 */
export function useMentions({ threadId, draft: { text, attachments, addTo }, transcript, main }: {
  threadId: string
  draft: ThreadDraft
  transcript: () => Transcript
  /** The element that contains the transcript. */
  main: () => Element | null | undefined
}) {
  const { host } = useHost()
  const problems = useProblems()
  const selected = useSelectedText(main)
  const pending = new Set<Promise<unknown>>()

  const presentTokens = computed(() => findTokens(text.value, attachments.value.flatMap(({ mention }) => mention ?? [])))
  const activeAttachments = computed(() => attachments.value
    .filter(({ mention }) => mention === undefined || presentTokens.value.has(mention)))
  const mentions = computed(() => activeAttachments.value.filter(({ mention }) => mention !== undefined))
  const others = computed(() => activeAttachments.value.filter(({ mention }) => mention === undefined))

  /** Adds a mention and returns its token. Fetches the content in the background. */
  function add(suggestion: Suggestion): string {
    const token = createToken(suggestion, attachments.value)
    if (!attachments.value.some(({ mention }) => mention === token)) {
      const fetching: Promise<unknown> = problems
        .run(words.failed(suggestion.label), async () => {
          addAttachment(await fetchMention(suggestion, { host, threadId, mention: token, selected: selected.value }))
        }, { canRetry: false })
        .finally(() => pending.delete(fetching))
      pending.add(fetching)
    }
    return token
  }

  function addAttachment(attachment: Attachment): void {
    const dormant = attachments.value.filter(({ mention }) => mention !== undefined && !presentTokens.value.has(mention))
    const dropped = new Set(dormant.slice(0, Math.max(0, dormant.length - maxDormant)))
    attachments.value = [...attachments.value.filter(attachment => !dropped.has(attachment)), attachment]
  }

  /** Builds the content blocks of a message being sent. */
  async function buildContents({ messageId, text, attachments: attached }: SentMessage): Promise<ContentBlock[]> {
    await Promise.allSettled(pending)
    const late = attachments.value.filter(({ mention }) => mention !== undefined && findTokens(text, [mention]).has(mention))
    if (late.length > 0)
      addTo(messageId, late)
    const all = [...attached, ...late]
    const presentTokens = findTokens(text, all.flatMap(({ mention }) => mention ?? []))
    const takesText = transcript().head.promptCapabilities?.embeddedContext === true
    return Promise.all(all
      .filter(({ mention }) => mention === undefined || presentTokens.has(mention))
      .map(attachment => toPromptContent(attachment, { host, threadId, takesText })))
  }

  /** Range of a mention in the text, including the following space. */
  function findRange({ mention = '' }: Attachment): [start: number, end: number] {
    const start = presentTokens.value.get(mention) ?? 0
    const end = start + mention.length
    return [start, text.value[end] === ' ' ? end + 1 : end]
  }

  const source = useMentionSource({
    threadId,
    transcript,
    selection: () => selected.value,
    add,
    isMention: token => presentTokens.value.has(token),
  })
  const hasContents = (): boolean => activeAttachments.value.length > 0
  return { threadId, mentions, others, hasContents, buildContents, source, findRange }
}

/** The mentions of a draft. */
export type Mentions = ReturnType<typeof useMentions>

/** Maximum characters of a quoted selection. For more, mention the thread. */
const maxCharacters = 32_000
const selectionDebounceMs = 100

/** The last selected text in the transcript, kept until the next click there. */
function useSelectedText(main: () => Element | null | undefined) {
  const selected = shallowRef('')

  const update = useDebounceFn(() => {
    const selection = document.getSelection()
    const log = main()?.querySelector('[role=log]')
    if (selection?.anchorNode && log?.contains(selection.anchorNode))
      selected.value = selection.isCollapsed ? '' : selection.toString().slice(0, maxCharacters)
  }, selectionDebounceMs)
  useEventListener(document, 'selectionchange', () => update().catch(report))

  return selected
}

/** A thread's candidates for mentions: files, folders, terminals, the selection, and other threads. */
function useMentionSource({ threadId, transcript, selection, add, isMention }: {
  threadId: string
  transcript: () => Transcript
  selection: () => string
} & Pick<MentionSource, 'add' | 'isMention'>): MentionSource {
  const { host } = useHost()
  const threads = useThreadList()
  const { matcher, refresh } = usePathList(threadId)
  /** The completely typed path, if it exists. */
  const typed = shallowRef<{ readonly search: string, readonly suggestion: Suggestion }>()

  async function checkPath(search: string): Promise<void> {
    const found = await host.mentionPath({ threadId, path: search })
    typed.value = found && { search, suggestion: { kind: getPathKind(found.path), label: found.path } }
  }

  return {
    refresh: () => void refresh().catch(report),
    checkPath: search => void checkPath(search).catch(report),
    find: search => findSuggestions(search, {
      paths: matcher.value,
      typed: typed.value?.search === search ? typed.value.suggestion : undefined,
      others: { selection: selection(), terminals: listTerminals(transcript()), threads: listOtherThreads(threadId, threads()) },
    }),
    add,
    isMention,
  }
}

/** The thread whose agent gets the mention. */
interface MentioningThread {
  readonly host: HostClient
  readonly threadId: string
}

/** Fetches the content of a mention with the token `mention`. Throws a `HostError` if its target no longer exists. */
export async function fetchMention(
  { kind, label, id }: Suggestion,
  { host, threadId, mention, selected }: MentioningThread & { readonly mention: string, readonly selected: string },
): Promise<Attachment> {
  const name = mention.slice(1)
  const createQuote = (content: ContentBlock, text: string): Attachment =>
    ({ id: id ?? crypto.randomUUID(), name, size: countUtf8Bytes(text), content, mention })
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
      return createQuote(createTranscriptBlock(name, text, id), text)
    }
    case 'terminal': {
      const view = await host.readTerminal({ threadId, terminalId: id ?? '' })
      if (!view)
        throw new HostError('not_found', words.noOutput)
      const output = toPlainOutput(view.output)
      const end = takeUtf8Tail(output, transcriptLimitBytes)
      const text = end.length < output.length || view.truncated ? words.endOnly + end : end
      return createQuote(quoteBlock('terminal', name, text), text)
    }
    case 'selection':
      return createQuote(quoteBlock('selection', name, selected), selected)
  }
}

/**
 * Converts an attachment to a content block. Embeds a short mentioned file's current text if the agent supports that.
 */
export async function toPromptContent(
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
