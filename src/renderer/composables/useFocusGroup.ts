import { injectLocal, provideLocal } from '@vueuse/core'
import { type InjectionKey, onScopeDispose, type ShallowRef, watch } from 'vue'

/** The elements that components below offer to receive the focus. */
export type FocusGroup = Set<HTMLElement>

/** Collects the elements that components below register; answers with those in the page, in document order. */
export function provideFocusGroup(key: InjectionKey<FocusGroup>): () => HTMLElement[] {
  const group: FocusGroup = new Set()
  provideLocal(key, group)
  return () => [...group]
    .filter(element => element.isConnected)
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
}

/** Registers an element for as long as it is there. Without a group above nothing happens. */
export function useFocusMember(key: InjectionKey<FocusGroup>, element: Readonly<ShallowRef<HTMLElement | null>>): void {
  const group = injectLocal(key, undefined)
  watch(element, (now, before) => {
    if (before)
      group?.delete(before)
    if (now)
      group?.add(now)
  }, { immediate: true, flush: 'sync' })
  onScopeDispose(() => element.value && group?.delete(element.value))
}
