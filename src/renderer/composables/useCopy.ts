import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Copies a text and reports the result for a while. */
export function useCopy(text: () => string): {
  result: Readonly<ShallowRef<'copied' | 'failed' | undefined>>
  copy: () => Promise<void>
} {
  const result = shallowRef<'copied' | 'failed'>()
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text())
      result.value = 'copied'
    }
    catch {
      result.value = 'failed' // the button shows it; the text can still be selected
    }
    clearTimeout(timer)
    timer = setTimeout(() => result.value = undefined, 2_000)
  }

  return { result, copy }
}
