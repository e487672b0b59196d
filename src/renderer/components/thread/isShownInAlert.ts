import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { errorMessage } from '../../../shared/errors'
import { visibleText } from '../../text/visibleText'

/** Whether a stopped thread's alert already shows this error. */
export function isShownInAlert({ activity }: Pick<ThreadSummary, 'activity'>, error: unknown): boolean {
  return activity.state === 'stopped' && errorMessage(error) === visibleText(activity.message)
}
