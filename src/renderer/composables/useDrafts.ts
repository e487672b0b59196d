import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { DraftChange, LineComment } from '../../shared/contract/methods/draftMethods'
import type { HostConnection } from '../../shared/rpc'
import { injectLocal, provideLocal, useDebounceFn } from '@vueuse/core'
import { type EffectScope, effectScope, type InjectionKey, onScopeDispose, type Ref, shallowRef, type ShallowRef, watch } from 'vue'
import { report } from '../report'
import { useHost } from './host/useHost'
import { useLeaving } from './useLeaving'
import { removeStoredText, useStoredText } from './useStored'

/** A file that goes along with the next message. */
export interface Attachment {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly content: ContentBlock
  /** The agent is told where it lies, or where a copy of it lies, and may read it there. */
  readonly lent?: 'itself' | 'copy' | undefined
  /** How it is written in the text, if it is a mention: it goes along as long as this stands there. */
  readonly mention?: string | undefined
}

/**
 * What a person wrote in a thread and did not send yet. The host keeps it, so that it outlives this window; the browser keeps the text too,
 * for the time in which the host cannot be reached.
 */
export interface Draft {
  readonly text: Ref<string>
  readonly attachments: ShallowRef<readonly Attachment[]>
}

/** A thread's. */
export interface ThreadDraft extends Draft {
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
  }))
  onScopeDispose(() => drafts.forEach(({ scope }) => scope.stop()))
}

function keptDraft(threadId: string, { host }: HostConnection): ThreadDraft {
  const draft = newDraft(threadId)
  const { text, attachments, comments } = draft
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
    // What this window has is newer.
    if (saved && text.value === '')
      text.value = saved.text
    if (saved && attachments.value.length === 0)
      attachments.value = saved.attachments.map(({ content, ...file }) => ({ ...file, content: content as ContentBlock })) // as saved
    if (saved && comments.value.length === 0)
      comments.value = saved.comments
  }).catch(report)
  watch(text, (text) => {
    change.text = text
    // An empty one has been sent, and must not come back.
    if (text === '')
      save()
    else
      saveSoon()?.catch(report)
  })
  watch(attachments, (attachments) => {
    change.attachments = [...attachments]
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
  return { text: useStoredText(draftKey(threadId)), attachments: shallowRef([]), comments: shallowRef([]) }
}

function draftKey(threadId: string): string {
  return `draft.${threadId}`
}
