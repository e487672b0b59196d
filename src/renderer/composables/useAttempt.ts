import { shallowRef, type ShallowRef } from 'vue'
import { messageOf } from '../../shared/errors'

/** What a dialog asks of the host and tells of itself: elsewhere `useProblems` tells what went wrong. */
export interface Attempt {
  /** Why the last one failed; absent once one went well, or when it is of no interest any more. */
  readonly failed: ShallowRef<string | undefined>
  readonly isBusy: Readonly<ShallowRef<boolean>>
  /** Runs `act` and answers whether it went well. */
  attempt(act: () => Promise<void>): Promise<boolean>
}

/** Keeps for one component whether something runs, and why the last failed. */
export function useAttempt(): Attempt {
  const failed = shallowRef<string>()
  const isBusy = shallowRef(false)
  return {
    failed,
    isBusy,
    async attempt(act) {
      isBusy.value = true
      try {
        await act()
        failed.value = undefined
      }
      catch (error) {
        failed.value = messageOf(error)
      }
      isBusy.value = false
      return failed.value === undefined
    },
  }
}
