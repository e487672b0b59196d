import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { DraftChange, LineComment } from '../../shared/contract/methods/turnMethods'
import type { HostConnection } from '../../shared/rpc'
import { injectLocal, provideLocal, useDebounceFn } from '@vueuse/core'
import {
  computed,
  type EffectScope,
  effectScope,
  type InjectionKey,
  onScopeDispose,
  type Ref,
  shallowRef,
  type ShallowRef,
  watch,
} from 'vue'
import { report } from '../report'
import { useHost } from './host/useHost'
import { readStoredText, removeStoredText, useLeaving, useStoredText } from './useStored'

/** A file that goes along with the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly content: ContentBlock
  /** The agent is told where it lies, or where a copy of it lies, and may read it there. */
  readonly lent?: 'itself' | 'copy' | undefined
  /** How it is written in the text, if it is a mention: it goes along as long as this is there. */
  readonly mention?: string | undefined
}

/**
 * What a person wrote in a thread and did not send yet. The host keeps it, so that it outlives this window; the browser
 * keeps the text too, for the time in which the host cannot be reached.
 */
export interface Draft {
  readonly text: Ref<string>
  readonly attachments: ShallowRef<readonly Attachment[]>
}

/** A message that left the box and that the host has not stored yet. */
export interface SentMessage {
  readonly messageId: string
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** A thread's. */
export interface ThreadDraft extends Draft {
  /**
   * Messages on their way, the first one first. They are kept as the draft is: each comes back unless it is stored
   * elsewhere.
   */
  readonly sending: Readonly<ShallowRef<readonly SentMessage[]>>
  /** Takes the message out of the box, to be sent. */
  take(): SentMessage
  /** What was still being fetched goes along with a message on its way. */
  addTo(messageId: string, late: readonly Attachment[]): void
  /** A message has arrived; or it comes back, below what was typed since. */
  settle(messageId: string, wasSent: boolean): void
  /** What is said about lines of files that changed: they are sent as a message of their own. */
  readonly comments: ShallowRef<readonly LineComment[]>
}

/** How long a draft waits before it is stored: this much typing can be lost when Parley is killed. */
const saveAfterMs = 300

const draftsKey: InjectionKey<(threadId: string) => ThreadDraft> = Symbol('drafts')

/** Keeps the drafts of every thread for the components below, until the thread is deleted. */
export function provideDrafts(): void {
  const connection = useHost()
  const drafts = new Map<string, { draft: ThreadDraft, scope: EffectScope }>()
  provideLocal(draftsKey, (threadId) => {
    const known = drafts.get(threadId)
    if (known)
      return known.draft
    // A draft outlives the component that first asks for it.
    const scope = effectScope(true)
    const draft = scope.run(() => keptDraft(threadId, connection))!
    drafts.set(threadId, { draft, scope })
    return draft
  })
  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => {
    drafts.get(threadId)?.scope.stop()
    drafts.delete(threadId)
    removeStoredText(draftKey(threadId))
    removeStoredText(sendingKey(threadId))
  }))
  onScopeDispose(() => drafts.forEach(({ scope }) => scope.stop()))
}

function keptDraft(threadId: string, { host }: HostConnection): ThreadDraft {
  const sentAttachments = new Map(storedMessages(threadId).map(({ messageId, attachmentIds }) => [messageId, attachmentIds]))
  const draft = newDraft(threadId)
  const { text, attachments, comments, sending, addTo, settle } = draft
  // As if all that is on its way came back now: that is what has to be there again when Parley ends meanwhile.
  const keptText = computed(() => joined([text.value, ...sending.value.map(({ text }) => text)]))
  const keptAttachments = computed(() => [...sending.value.flatMap(({ attachments }) => attachments), ...attachments.value])
  const isNew = keptText.value === ''
  const left = sending.value
  let change: { -readonly [K in keyof DraftChange]: DraftChange[K] } = {}
  function save(): void {
    if (Object.keys(change).length === 0)
      return
    const sent = change
    change = {}
    host.saveDraft({ threadId, ...sent }).catch((error) => {
      console.warn('This draft is kept in the window only, until it changes again.', error)
      change = { ...sent, ...change }
    })
  }
  const saveSoon = useDebounceFn(save, saveAfterMs, { maxWait: 3 * saveAfterMs })
  host.readDraft({ threadId }).then((saved) => {
    // What this window kept is newer; what was typed since it opened follows what is kept.
    if (saved && isNew)
      text.value = joined([saved.text, text.value])
    else if (keptText.value !== (saved?.text ?? ''))
      keep(keptText.value)
    if (saved && attachments.value.length === 0) {
      const all = saved.attachments.map(({ content, ...file }) => ({ ...file, content: content as ContentBlock })) // as saved
      attachments.value = all
      for (const { messageId } of left)
        addTo(messageId, all.filter(({ id }) => sentAttachments.get(messageId)?.includes(id)))
    }
    if (saved && comments.value.length === 0)
      comments.value = saved.comments
    left.forEach(({ messageId }) => host.wasSent({ threadId, messageId }).then(wasSent => settle(messageId, wasSent)).catch(report))
  }).catch(report)
  function keep(text: string): void {
    change.text = text
    // An empty one has been sent, and must not come back.
    if (text === '')
      save()
    else
      saveSoon()?.catch(report)
  }
  watch(keptText, keep)
  watch(keptAttachments, (now, before) => {
    if (now.length === before.length && now.every(attachment => before.includes(attachment)))
      return
    change.attachments = now
    save() // at once: a file is not added with every key
  })
  watch(comments, (comments) => {
    change.comments = comments
    save()
  })
  useLeaving(save)
  return draft
}

/** The draft of one thread. */
export function useDraft(threadId: string): ThreadDraft {
  return useDrafts()(threadId)
}

/** The draft of any thread. */
export function useDrafts(): (threadId: string) => ThreadDraft {
  return injectLocal(draftsKey, newDraft)
}

function newDraft(threadId: string): ThreadDraft {
  const text = useStoredText(draftKey(threadId))
  const stored = useStoredText(sendingKey(threadId))
  const attachments = shallowRef<readonly Attachment[]>([])
  const sending = shallowRef<readonly SentMessage[]>(
    storedMessages(threadId).map(({ messageId, text }) => ({ messageId, text, attachments: [] })),
  )

  function setSending(messages: readonly SentMessage[]): void {
    sending.value = messages
    // The host keeps the attachments.
    const kept = messages.map(({ messageId, text, attachments }): StoredMessage =>
      ({ messageId, text, attachmentIds: attachments.map(({ id }) => id) }))
    stored.value = kept.length === 0 ? '' : JSON.stringify(kept)
  }

  return {
    text,
    attachments,
    comments: shallowRef([]),
    sending,
    take() {
      const message = { messageId: crypto.randomUUID(), text: text.value, attachments: attachments.value }
      setSending([...sending.value, message])
      text.value = ''
      attachments.value = []
      return message
    },
    addTo(messageId, late) {
      setSending(sending.value.map(message => message.messageId === messageId
        ? { ...message, attachments: [...message.attachments, ...late] }
        : message))
      attachments.value = attachments.value.filter(attachment => !late.includes(attachment))
    },
    settle(messageId, wasSent) {
      const message = sending.value.find(message => message.messageId === messageId)
      if (!message)
        return
      if (!wasSent) {
        const ids = new Set(message.attachments.map(({ id }) => id))
        text.value = joined([text.value, message.text])
        attachments.value = [...message.attachments, ...attachments.value.filter(({ id }) => !ids.has(id))]
      }
      setSending(sending.value.filter(other => other !== message))
    },
  }
}

/** One below the other. */
function joined(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n\n')
}

/** A message on its way as the browser keeps it. */
interface StoredMessage {
  readonly messageId: string
  readonly text: string
  readonly attachmentIds: readonly string[]
}

/** What was on its way when the window was left, or lost the host. */
function storedMessages(threadId: string): readonly StoredMessage[] {
  const stored = readStoredText(sendingKey(threadId))
  return stored === '' ? [] : JSON.parse(stored) as StoredMessage[] // written by `setSending` alone
}

function draftKey(threadId: string): string {
  return `draft.${threadId}`
}

function sendingKey(threadId: string): string {
  return `sending.${threadId}`
}
