import type { FolderInfo } from '../../../../shared/contract/methods/fileMethods'
import { watchDebounced } from '@vueuse/core'
import { computed, type Ref, shallowRef } from 'vue'
import { useHost } from '../../../composables/host/useHost'

// Feels immediate, but avoids a request for each quickly typed letter.
const debounceMs = 120

/**
 * Checks a typed path and completes it. Completions are listed from the first keystroke until the list is closed. Long,
 * because its functions share the list of completions.
 */
export function usePathCompletion(text: Ref<string>) {
  const { host } = useHost()
  const latest = shallowRef<{ readonly typed: string, readonly info: FolderInfo }>()
  const isListed = shallowRef(false)
  /** Whether the text was typed and not completed since. */
  const isTyped = shallowRef(false)
  const activeIndex = shallowRef(-1)
  /** `undefined` until the host has checked exactly this text. */
  const info = computed(() => latest.value?.typed === text.value ? latest.value.info : undefined)
  /** Whether the typed text has not been checked yet. */
  const isPending = computed(() => isTyped.value && text.value.trim() !== '' && info.value === undefined)
  const folders = computed(() => isListed.value ? latest.value?.info.folders ?? [] : [])

  watchDebounced(text, refresh, { debounce: debounceMs, immediate: true })

  async function refresh(): Promise<void> {
    const typed = text.value
    if (typed.trim() === '')
      return void (latest.value = undefined)
    // Start reports unreadable paths.
    const info = await host.lookAtFolder({ typed }).catch(() => undefined)
    if (typed !== text.value)
      return
    latest.value = info && { typed, info }
    activeIndex.value = -1
  }

  function onTyped(): void {
    isTyped.value = isListed.value = true
  }

  function closeList(): void {
    isTyped.value = isListed.value = false
    activeIndex.value = -1
  }

  /** Accepts a completion and lists its subfolders. */
  function accept(folder: string): void {
    text.value = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
    activeIndex.value = -1
    isTyped.value = false
  }

  /** Completes the text as Tab does in a shell, unless it is already a folder. Returns whether it was completed. */
  function complete(choice?: string): boolean {
    const completion = choice ?? (info.value?.state === 'missing' ? folders.value[0] : undefined)
    if (completion !== undefined)
      accept(completion)
    return completion !== undefined
  }

  /** Handles the list's keys. Returns whether the key was handled. */
  function handleKey({ key, shiftKey }: KeyboardEvent): boolean {
    const last = folders.value.length - 1
    if (key === 'ArrowDown' && last < 0) {
      isListed.value = true
      return true
    }
    const choice = folders.value[activeIndex.value]
    if (last < 0 || (key === 'Enter' && choice === undefined))
      return false
    switch (key) {
      case 'ArrowDown':
        activeIndex.value = activeIndex.value >= last ? 0 : activeIndex.value + 1
        return true
      case 'ArrowUp':
        activeIndex.value = activeIndex.value <= 0 ? last : activeIndex.value - 1
        return true
      case 'Tab':
        return !shiftKey && complete(choice)
      case 'Enter':
        accept(choice!) // checked above
        return true
      case 'Escape':
        closeList()
        return true
      default:
        return false
    }
  }

  return { info, isPending, folders, activeIndex, onTyped, closeList, accept, complete, handleKey, refresh }
}
