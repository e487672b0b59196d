import { useMutationObserver } from '@vueuse/core'
import { onMounted, shallowRef, type ShallowRef } from 'vue'

/** Whether nothing in `root` waits to be shown on demand (`data-hidden`): before that, no one has read all of it. */
export function useAllShown(root: Readonly<ShallowRef<HTMLElement | null>>): Readonly<ShallowRef<boolean>> {
  const isAllShown = shallowRef(false)

  function look(): void {
    isAllShown.value = root.value?.querySelector('[data-hidden]') === null
  }

  onMounted(look)
  useMutationObserver(root, look, { childList: true, subtree: true })
  return isAllShown
}
