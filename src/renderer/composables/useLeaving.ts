import { useEventListener } from '@vueuse/core'

/**
 * Calls `save` when the page is left. Already when that begins: what a page sends to the host in its last moment may not arrive. And again
 * at its end, where a browser leaves the first event out.
 */
export function useLeaving(save: () => void): void {
  useEventListener(window, ['beforeunload', 'pagehide'], save)
}
