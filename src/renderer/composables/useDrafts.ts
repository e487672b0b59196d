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

/** A file attached to the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly content: ContentBlock
  /** Set if the agent gets the path of the file, or of a copy, and may read it there. */
  readonly lent?: 'itself' | 'copy' | undefined
  /** Text of the mention, if it is one. Attached as long as the text contains it. */
  readonly mention?: string | undefined
}

/**
 * An unsent message of a thread. The host stores it, so that it outlives this window. The browser also stores the text,
 * in case the host can't be reached.
 */
export interface Draft {
  readonly text: Ref<string>
  readonly attachments: ShallowRef<readonly Attachment[]>
}

/** A sent message that the host has not stored yet. */
export interface SentMessage {
  readonly messageId: string
  readonly text: string
  readonly attachments: readonly Attachment[]
}

export interface ThreadDraft extends Draft {
  /**
   * Messages being sent, in order. They are stored like the draft, and return to it if sending fails.
   */
  readonly sending: Readonly<ShallowRef<readonly SentMessage[]>>
  /** Moves the message from the box to the messages being sent. */
  take(): SentMessage
  /** Adds attachments that were still loading to a message being sent. */
  addTo(messageId: string, late: readonly Attachment[]): void
  /** Removes a sent message or, if sending failed, returns it to the box, below text typed since. */
  settle(messageId: string, wasSent: boolean): void
  /** Review comments, which are sent as a separate message. */
  readonly comments: ShallowRef<readonly LineComment[]>
}

/** Delay before a draft is stored. This much typing is lost if Parley is killed. */
const saveAfterMs = 300

const draftsKey: InjectionKey<(threadId: string) => ThreadDraft> = Symbol('drafts')

/**
 * Provides the drafts of all threads to descendants, until a thread is deleted. The open thread's draft is created
 * before its view, since watchers would keep the component that creates them in memory, with all of its elements.
 */
export function provideDrafts(openId: () => string | undefined = () => undefined): void {
  const connection = useHost()
  const drafts = new Map<string, { draft: ThreadDraft, scope: EffectScope }>()
  const getDraft = (threadId: string): ThreadDraft => {
    const known = drafts.get(threadId)
    if (known)
      return known.draft
    // A draft outlives the component that first uses it.
    const scope = effectScope(true)
    const draft = scope.run(() => createStoredDraft(threadId, connection))!
    drafts.set(threadId, { draft, scope })
    return draft
  }
  provideLocal(draftsKey, getDraft)
  watch(openId, id => id !== undefined && getDraft(id), { immediate: true, flush: 'sync' })
  onScopeDispose(connection.on('threadRemoved', ({ threadId }) => {
    drafts.get(threadId)?.scope.stop()
    drafts.delete(threadId)
    removeStoredText(toDraftKey(threadId))
    removeStoredText(toSendingKey(threadId))
  }))
  onScopeDispose(() => drafts.forEach(({ scope }) => scope.stop()))
}

/** Long because its functions share what is stored and what is being sent. */
function createStoredDraft(threadId: string, { host }: HostConnection): ThreadDraft {
  const sentAttachments = new Map(readStoredMessages(threadId).map(({ messageId, attachmentIds }) =>
    [messageId, attachmentIds],
  ))
  const draft = createDraft(threadId)
  const { text, attachments, comments, sending, addTo, settle } = draft
  // Includes the messages being sent, to restore all of them if Parley quits meanwhile.
  const keptText = computed(() => joinTexts([text.value, ...sending.value.map(({ text }) => text)]))
  const keptAttachments = computed(() =>
    [...sending.value.flatMap(({ attachments }) => attachments), ...attachments.value],
  )
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
    // Text that this window has stored is newer. Text typed before the stored one was loaded is appended to it.
    if (saved && isNew)
      text.value = joinTexts([saved.text, text.value])
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
    left.forEach(({ messageId }) =>
      host.wasSent({ threadId, messageId }).then(wasSent => settle(messageId, wasSent)).catch(report),
    )
  }).catch(report)
  function keep(text: string): void {
    change.text = text
    // An empty draft has been sent, so it must not be restored.
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
    save() // at once, as attachments change rarely
  })
  watch(comments, (comments) => {
    change.comments = comments
    save()
  })
  useLeaving(save)
  return draft
}

/** Returns the draft of a thread. */
export function useDraft(threadId: string): ThreadDraft {
  return useDrafts()(threadId)
}

/** Returns a function that returns the draft of any thread. */
export function useDrafts(): (threadId: string) => ThreadDraft {
  return injectLocal(draftsKey, createDraft)
}

function createDraft(threadId: string): ThreadDraft {
  const text = useStoredText(toDraftKey(threadId))
  const stored = useStoredText(toSendingKey(threadId))
  const attachments = shallowRef<readonly Attachment[]>([])
  const sending = shallowRef<readonly SentMessage[]>(
    readStoredMessages(threadId).map(({ messageId, text }) => ({ messageId, text, attachments: [] })),
  )

  function setSending(messages: readonly SentMessage[]): void {
    sending.value = messages
    // The host stores the attachments.
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
        text.value = joinTexts([text.value, message.text])
        attachments.value = [...message.attachments, ...attachments.value.filter(({ id }) => !ids.has(id))]
      }
      setSending(sending.value.filter(other => other !== message))
    },
  }
}

/** Joins texts by blank lines. */
function joinTexts(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n\n')
}

/** A message being sent, as stored by the browser. */
interface StoredMessage {
  readonly messageId: string
  readonly text: string
  readonly attachmentIds: readonly string[]
}

/** Reads the messages that were being sent when the window was closed or lost the host. */
function readStoredMessages(threadId: string): readonly StoredMessage[] {
  const stored = readStoredText(toSendingKey(threadId))
  return stored === '' ? [] : JSON.parse(stored) as StoredMessage[] // written by `setSending` alone
}

function toDraftKey(threadId: string): string {
  return `draft.${threadId}`
}

function toSendingKey(threadId: string): string {
  return `sending.${threadId}`
}
