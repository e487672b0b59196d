import type { HostConnection } from '../../shared/rpc'
import type { Attachment } from '../components/composer/attachments/attachments'
import { inject, type InjectionKey, onScopeDispose, provide, type Ref, shallowRef, type ShallowRef } from 'vue'
import { forgetStored, useStored } from './useStored'

/** What a person wrote in a thread and did not send yet. The text outlives a reload, attachments a switch of threads. */
export interface Draft {
  readonly text: Ref<string>
  readonly attachments: ShallowRef<readonly Attachment[]>
}

const draftsKey: InjectionKey<Map<string, Draft>> = Symbol('drafts')

/** Keeps the drafts of every thread for the components below, until the thread is deleted. */
export function provideDrafts({ on }: Pick<HostConnection, 'on'>): void {
  const drafts = new Map<string, Draft>()
  provide(draftsKey, drafts)
  onScopeDispose(on('threadRemoved', ({ threadId }) => {
    drafts.delete(threadId)
    forgetStored(`draft.${threadId}`)
  }))
}

/** The draft of one thread. */
export function useDraft(threadId: string): Draft {
  const drafts = inject(draftsKey, undefined)
  const draft = drafts?.get(threadId) ?? { text: useStored(`draft.${threadId}`), attachments: shallowRef([]) }
  drafts?.set(threadId, draft)
  return draft
}
