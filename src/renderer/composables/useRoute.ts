import { useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { settingsAddress, type SettingsPlace, settingsPlace } from './settingsPlace'

/** The address of a thread within the page. */
export function threadAddress(threadId: string): string {
  return `#/threads/${encodeURIComponent(threadId)}`
}

/**
 * Which thread, or which place in the settings, the address names, so that a reload and the back button find it again.
 */
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
  const settings = computed(() => settingsPlace(hash.value))
  /** Where closing the settings leads. */
  let before = ''
  function openSettings(place: SettingsPlace): void {
    if (!settings.value)
      before = location.hash
    location.hash = settingsAddress(place)
    update()
  }
  function closeSettings(): void {
    location.hash = before
    update()
  }
  return { threadId, openThread, settings, openSettings, closeSettings }
}
