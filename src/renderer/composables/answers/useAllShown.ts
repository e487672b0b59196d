import { useMutationObserver } from '@vueuse/core'
import { onMounted, shallowRef, type ShallowRef } from 'vue'

/** Whether everything in `root` is shown, with nothing left to show on demand (`data-hidden`). */
export function useAllShown(root: Readonly<ShallowRef<HTMLElement | null>>): Readonly<ShallowRef<boolean>> {
  const isAllShown = shallowRef(false)

  function look(): void {
    isAllShown.value = root.value?.querySelector('[data-hidden]') === null
  }

  onMounted(look)
  useMutationObserver(root, look, { childList: true, subtree: true })
  return isAllShown
}
