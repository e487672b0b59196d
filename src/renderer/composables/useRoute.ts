import { useEventListener } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { parseSettingsAddress, type SettingsPlace, toSettingsAddress } from './settingsPlace'

/** Formats the address of a thread within the page. */
export function toThreadAddress(threadId: string): string {
  return `#/threads/${encodeURIComponent(threadId)}`
}

/** The thread or settings place in the page's address, so that reload and the back button work. */
export function useRoute() {
  const hash = shallowRef(location.hash)
  const update = () => hash.value = location.hash
  useEventListener(window, 'hashchange', update)

  const threadId = computed(() => {
    const named = /^#\/threads\/(.+)$/.exec(hash.value)?.[1]
    return named === undefined ? undefined : decodeURIComponent(named)
  })
  function openThread(id: string | undefined): void {
    location.hash = id === undefined ? '' : toThreadAddress(id)
    update()
  }
  const settings = computed(() => parseSettingsAddress(hash.value))
  /** The address to return to when the settings are closed. */
  let before = ''
  function openSettings(place: SettingsPlace): void {
    if (!settings.value)
      before = location.hash
    location.hash = toSettingsAddress(place)
    update()
  }
  function closeSettings(): void {
    location.hash = before
    update()
  }
  return { threadId, openThread, settings, openSettings, closeSettings }
}
