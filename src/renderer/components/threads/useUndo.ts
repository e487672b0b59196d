import type { Toast, Toasts } from '../base/useToasts'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { restorableMs } from '../../../shared/contract/threadSummary'
import { threadListWords as words } from './words'

/** What was done last and can be undone for a while, the latest first: by its toast, or by `undoLast` where others came over it. */
export function useUndo(toasts: Toasts) {
  const steps = shallowRef<readonly { readonly undo: () => void }[]>([])
  const timers = new Set<ReturnType<typeof setTimeout>>()
  onScopeDispose(() => timers.forEach(clearTimeout))

  /** The toast goes when the time is over, whatever points at it: a button that undoes nothing must not stay. */
  function offer(toast: Toast, act: () => void): void {
    const hide = toasts.show({ ...toast, ms: 2 * restorableMs, action: { name: words.undo, run: () => step.undo() } })
    const end = (): void => {
      clearTimeout(timer)
      timers.delete(timer)
      steps.value = steps.value.filter(other => other !== step)
      hide()
    }
    const timer = setTimeout(end, restorableMs)
    const step = {
      undo: () => {
        end()
        act()
      },
    }
    timers.add(timer)
    steps.value = [step, ...steps.value]
  }

  return { offer, undoLast: () => steps.value[0]?.undo(), canUndo: computed(() => steps.value.length > 0) }
}
