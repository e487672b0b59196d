import { useEventListener, useLocalStorage } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/** A text that the browser storage keeps across reloads. An empty text is removed. */
export function useStoredText(key: string): Ref<string> {
  const stored = useLocalStorage<string | null>(toStorageKey(key), null, {
    flush: 'sync',
    writeDefaults: false,
    // Two windows may show the same thread, and each keeps its own text.
    listenToStorageChanges: false,
    // A full storage must not prevent typing. The text is then lost when the window closes.
    onError: error => console.warn('This text is not kept over a reload.', error),
  })
  return computed({
    get: () => stored.value ?? '',
    set: text => stored.value = text === '' ? null : text,
  })
}

export function readStoredText(key: string): string {
  return localStorage.getItem(toStorageKey(key)) ?? ''
}

export function removeStoredText(key: string): void {
  localStorage.removeItem(toStorageKey(key))
}

function toStorageKey(key: string): string {
  return `parley.${key}`
}

/**
 * Calls `save` when the person leaves the page: on `beforeunload`, as messages sent later may not arrive, and again on
 * `pagehide`, for browsers that omit the first event.
 */
export function useLeaving(save: () => void): void {
  useEventListener(window, ['beforeunload', 'pagehide'], save)
}
