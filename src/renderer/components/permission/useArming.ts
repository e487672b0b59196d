import { onScopeDispose, shallowRef } from 'vue'

/** A question that just appeared, or whose window just came to the front, takes no answer for this long. */
export const inertMs = 500

/** Whether answers are taken yet; `arm` starts the wait anew. */
export function useArming() {
  const isArmed = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  function arm(): void {
    clearTimeout(timer)
    isArmed.value = false
    timer = setTimeout(() => isArmed.value = true, inertMs)
  }
  // The click or key that brings the window to the front was not meant for what happens to lie under it.
  window.addEventListener('focus', arm)
  onScopeDispose(() => {
    window.removeEventListener('focus', arm)
    clearTimeout(timer)
  })
  return { isArmed, arm }
}
