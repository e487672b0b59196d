import { HostError } from '../shared/errors'

/** Where a promise ends that nothing waits for and that should not reject: what arrives here is a bug. */
export function report(error: unknown): void {
  if (!isOutOfReach(error))
    console.error(error)
}

/** Whether a call failed for lack of a connection: the window says so, and asks again on the next one. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof HostError && error.code === 'closed'
}
