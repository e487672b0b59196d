import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): Readonly<ShallowRef<boolean>> {
  const list = matchMedia(query)
  const holds = shallowRef(list.matches)
  const update = () => holds.value = list.matches
  list.addEventListener('change', update)
  onScopeDispose(() => list.removeEventListener('change', update))
  return holds
}
