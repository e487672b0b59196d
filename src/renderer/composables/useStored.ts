import { useEventListener, useLocalStorage } from '@vueuse/core'
import { computed, type Ref } from 'vue'

/** A text that this browser or desktop keeps over a reload. An empty text is removed from the store. */
export function useStoredText(key: string): Ref<string> {
  const stored = useLocalStorage<string | null>(storageKey(key), null, {
    flush: 'sync',
    writeDefaults: false,
    // Two windows may show the same thread: each keeps what is typed in it.
    listenToStorageChanges: false,
    // A full store must not stop anyone from typing; the text is then kept until the window closes.
    onError: error => console.warn('This text is not kept over a reload.', error),
  })
  return computed({
    get: () => stored.value ?? '',
    set: text => stored.value = text === '' ? null : text,
  })
}

/** What the store holds now. */
export function readStoredText(key: string): string {
  return localStorage.getItem(storageKey(key)) ?? ''
}

/** Removes a text from the store. */
export function removeStoredText(key: string): void {
  localStorage.removeItem(storageKey(key))
}

function storageKey(key: string): string {
  return `parley.${key}`
}

/**
 * Calls `save` when the page is left. Already when that begins: what a page sends to the host in its last moment may
 * not arrive. And again at its end, where a browser leaves the first event out.
 */
export function useLeaving(save: () => void): void {
  useEventListener(window, ['beforeunload', 'pagehide'], save)
}
