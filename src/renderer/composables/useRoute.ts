import { useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'

/** The address of a thread within the page. */
export function threadAddress(threadId: string): string {
  return `#/threads/${encodeURIComponent(threadId)}`
}

/** Which thread the address names, so that a reload and the back button find it again. */
export function useRoute() {
  const hash = shallowRef(location.hash)
  const update = () => hash.value = location.hash
  useEventListener(window, 'hashchange', update)

  const threadId = computed(() => {
    const named = /^#\/threads\/(.+)$/.exec(hash.value)?.[1]
    return named === undefined ? undefined : decodeURIComponent(named)
  })
  function openThread(id: string | undefined): void {
    location.hash = id === undefined ? '' : threadAddress(id)
    update()
  }
  return { threadId, openThread }
}
