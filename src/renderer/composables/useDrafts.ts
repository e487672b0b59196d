import type { Attachment } from '../components/composer/attachments/attachments'
import { injectLocal, provideLocal } from '@vueuse/core'
import { effectScope, type InjectionKey, onScopeDispose, type Ref, shallowRef, type ShallowRef } from 'vue'
import { useHost } from './host/useHost'
import { removeStoredText, useStoredText } from './useStored'

/** What a person wrote in a thread and did not send yet. The text outlives a reload, attachments a switch of threads. */
export interface Draft {
  readonly text: Ref<string>
  readonly attachments: ShallowRef<readonly Attachment[]>
}

const draftsKey: InjectionKey<(threadId: string) => Draft> = Symbol('drafts')

/** Keeps the drafts of every thread for the components below, until the thread is deleted. */
export function provideDrafts(): void {
  const drafts = new Map<string, Draft>()
  // A draft outlives the component that first asks for it.
  const scope = effectScope()
  provideLocal(draftsKey, (threadId) => {
    const draft = drafts.get(threadId) ?? scope.run(() => newDraft(threadId))!
    drafts.set(threadId, draft)
    return draft
  })
  onScopeDispose(useHost().on('threadRemoved', ({ threadId }) => {
    drafts.delete(threadId)
    removeStoredText(draftKey(threadId))
  }))
}

/** The draft of one thread. */
export function useDraft(threadId: string): Draft {
  return injectLocal(draftsKey, newDraft)(threadId)
}

function newDraft(threadId: string): Draft {
  return { text: useStoredText(draftKey(threadId)), attachments: shallowRef([]) }
}

function draftKey(threadId: string): string {
  return `draft.${threadId}`
}
