import { onScopeDispose, shallowRef } from 'vue'

/** A question that just appeared under the pointer or the keyboard takes no answer for this long. */
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
  onScopeDispose(() => clearTimeout(timer))
  return { isArmed, arm }
}
