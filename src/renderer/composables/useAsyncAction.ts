import { computed, type ComputedRef, shallowRef, type ShallowRef } from 'vue'
import { errorMessage } from '../../shared/errors'
import { report } from '../report'

/**
 * The state of a component's requests to the host. The component shows failures itself, unlike with `useProblems`.
 */
interface AsyncAction {
  /** Why the last request failed. Absent after a success. */
  readonly failed: ShallowRef<string | undefined>
  readonly isBusy: ComputedRef<boolean>
  /** Runs `act`. Returns whether it succeeded. */
  run(act: () => Promise<void>): Promise<boolean>
  /** Runs `act` without waiting for it. */
  start(act: () => Promise<void>): void
}

/** Tracks whether a component's request is running and why the last one failed. */
export function useAsyncAction(): AsyncAction {
  const failed = shallowRef<string>()
  const running = shallowRef(0)

  async function run(act: () => Promise<void>): Promise<boolean> {
    running.value++
    try {
      await act()
      failed.value = undefined
      return true
    }
    catch (error) {
      failed.value = errorMessage(error)
      return false
    }
    finally {
      running.value--
    }
  }

  return {
    failed,
    isBusy: computed(() => running.value > 0),
    run,
    start(act) {
      run(act).catch(report)
    },
  }
}
