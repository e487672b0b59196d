import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { errorMessage } from '../../../shared/errors'
import { visibleText } from '../../text/visibleText'

/** Whether the alert of a thread whose agent stopped says the same as an error. */
export function explainsError({ activity }: Pick<ThreadSummary, 'activity'>, error: unknown): boolean {
  return activity.state === 'stopped' && errorMessage(error) === visibleText(activity.message)
}
