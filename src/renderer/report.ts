import { HostError } from '../shared/errors'

/** Reports an error of a promise that nothing awaits. Such promises should not reject, so this is always a bug. */
export function report(error: unknown): void {
  if (!isOutOfReach(error))
    console.error(error)
}

/** Whether a call failed because the connection was lost. The window shows that and retries after reconnecting. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof HostError && error.code === 'closed'
}
