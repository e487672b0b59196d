import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { errorMessage } from '../../../shared/errors'
import { visibleText } from '../../text/visibleText'

/** Whether a stopped thread's alert already shows the error. */
export function explainsError({ activity }: Pick<ThreadSummary, 'activity'>, error: unknown): boolean {
  return activity.state === 'stopped' && errorMessage(error) === visibleText(activity.message)
}
