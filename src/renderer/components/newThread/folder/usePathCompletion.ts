import type { FolderInfo } from '../../../../shared/contract/methods/fileMethods'
import { watchDebounced } from '@vueuse/core'
import { computed, type Ref, shallowRef } from 'vue'
import { useHost } from '../../../composables/host/useHost'

// Feels immediate, but skips letters of a quickly typed path.
const quietMs = 120

/** State of a typed path and its completions, shown from the first letter until one is taken. */
export function usePathCompletion(text: Ref<string>) {
  const { host } = useHost()
  const known = shallowRef<{ readonly typed: string, readonly look: FolderInfo }>()
  const isListed = shallowRef(false)
  const chosen = shallowRef(-1)
  /** `undefined` until the host has checked exactly this text. */
  const look = computed(() => known.value?.typed === text.value ? known.value.look : undefined)
  const folders = computed(() => isListed.value ? known.value?.look.folders ?? [] : [])

  watchDebounced(text, refresh, { debounce: quietMs, immediate: true })

  async function refresh(): Promise<void> {
    const typed = text.value
    if (typed.trim() === '')
      return void (known.value = undefined)
    // Unreadable paths are checked at Start.
    const look = await host.lookAtFolder({ typed }).catch(() => undefined)
    if (typed !== text.value)
      return
    known.value = look && { typed, look }
    chosen.value = -1
  }

  function list(): void {
    isListed.value = true
  }

  function close(): void {
    isListed.value = false
    chosen.value = -1
  }

  /** Takes a folder and lists its subfolders. */
  function accept(folder: string): void {
    text.value = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
    chosen.value = -1
  }

  /** Handles keys of the list. Returns whether it did. */
  function handleKey({ key }: KeyboardEvent): boolean {
    const last = folders.value.length - 1
    if (key === 'ArrowDown' && last < 0) {
      list()
      return true
    }
    const choice = folders.value[chosen.value]
    if (last < 0 || (key === 'Enter' && choice === undefined))
      return false
    switch (key) {
      case 'ArrowDown':
        chosen.value = chosen.value >= last ? 0 : chosen.value + 1
        return true
      case 'ArrowUp':
        chosen.value = chosen.value <= 0 ? last : chosen.value - 1
        return true
      case 'Enter':
        accept(choice!) // checked above
        return true
      case 'Escape':
        close()
        return true
      default:
        return false
    }
  }

  return { look, folders, chosen, list, close, accept, handleKey, refresh }
}
