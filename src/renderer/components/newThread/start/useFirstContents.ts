import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import type { Attachment, SentMessage } from '../../../composables/useDrafts'
import type { Suggestion } from '../../composer/mentions/suggestions'
import type { MentionSource } from '../../composer/mentions/useMentionSuggestions'
import { computed, shallowRef } from 'vue'
import { maxAttachments } from '../../../../shared/thread/text/promptText'
import { useHost } from '../../../composables/host/useHost'
import { createFolderPathList } from '../../../composables/host/usePathList'
import { useThreadList } from '../../../composables/thread/threadContext'
import { readAttachment } from '../../composer/attachments/attachments'
import { messageLimitBytes } from '../../composer/attachments/useAttaching'
import { createLending } from '../../composer/attachments/useLending'
import { findTokens } from '../../composer/mentions/mentionTokens'
import { createToken, findSuggestions, listOtherThreads } from '../../composer/mentions/suggestions'
import { fetchMention, toPromptContent } from '../../composer/mentions/useMentions'

/** A file of the first message. */
export interface FirstFile {
  readonly id: string
  readonly file: File
}

/** Converts files and mentions to content blocks of the message, and adds them to it as attachments. */
type FetchContents = (
  threadId: string,
  message: SentMessage,
  addTo: (late: readonly Attachment[]) => void,
) => Promise<ContentBlock[]>

/**
 * Files and mentions of a first message. Converted to content blocks once the thread exists, as that gives the agent
 * access to them. Long because its functions share both.
 */
export function useFirstContents({ folder, capabilities }: {
  /** `undefined` for a scratch folder. */
  folder: () => string | undefined
  /**
   * The agent's last known capabilities. Until its first run, files are sent as links to copies, which all agents
   * support.
   */
  capabilities: () => PromptCapabilities | undefined
}) {
  const { host } = useHost()
  const threads = useThreadList()
  const files = shallowRef<readonly FirstFile[]>([])
  const mentioned = new Map<string, Suggestion>()
  const list = computed(() => folder() ? createFolderPathList(host, folder()!.trim()) : undefined)

  const source: MentionSource = {
    // A missing folder has no files; the form shows that.
    refresh: () => void list.value?.refresh().catch(() => undefined),
    checkPath: () => undefined,
    find: search => findSuggestions(search, {
      paths: list.value?.matcher.value,
      typed: undefined,
      others: { selection: '', terminals: [], threads: listOtherThreads('', threads()) },
    }),
    add(suggestion) {
      const token = createToken(suggestion, [...mentioned].map(([mention, { id = '' }]) => ({ id, mention })))
      mentioned.set(token, suggestion)
      return token
    },
    isMention: token => mentioned.has(token),
  }

  function attach(added: readonly File[]): void {
    const all = [...files.value, ...added.map(file => ({ id: crypto.randomUUID(), file }))]
    files.value = all.slice(0, maxAttachments)
  }

  function remove(id: string): void {
    files.value = files.value.filter(file => file.id !== id)
  }

  /** Clears the form. Returns a function that fetches the cleared contents, if there were any. */
  function take(): FetchContents | undefined {
    const [attached, suggestions, knownCapabilities] = [files.value, new Map(mentioned), capabilities() ?? {}]
    files.value = []
    mentioned.clear()
    if (attached.length === 0 && suggestions.size === 0)
      return undefined
    return async (threadId, { text }, addTo) => {
      const attachments: Attachment[] = []
      try {
        for (const [mention, suggestion] of suggestions) {
          if (findTokens(text, [mention]).has(mention))
            attachments.push(await fetchMention(suggestion, { host, threadId, mention, selected: '' }))
        }
        for (const { file } of attached) {
          const used = attachments.reduce((sum, { content, size }) =>
            sum + (content.type === 'resource_link' ? 0 : size), 0)
          const attaching = { ...createLending(host, threadId), roomBytes: messageLimitBytes - used }
          attachments.push(await readAttachment(file, knownCapabilities, attaching))
        }
      }
      finally {
        addTo(attachments)
      }
      const takesText = knownCapabilities.embeddedContext === true
      return Promise.all(attachments.map(attachment => toPromptContent(attachment, { host, threadId, takesText })))
    }
  }

  function onPaste(event: ClipboardEvent): void {
    const pasted = [...event.clipboardData?.files ?? []]
    // Office programs add a picture of copied text. Pastes the text instead.
    if (pasted.length === 0 || event.clipboardData?.getData('text/plain').trim())
      return
    event.preventDefault()
    attach(pasted)
  }

  return { files, source, attach, remove, take, onPaste }
}
