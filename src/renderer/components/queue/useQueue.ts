import type { QueuedChange } from '../../../shared/thread/queue'
import { useHost } from '../../composables/host/useHost'
import { useProblems } from '../../composables/useProblems'
import { queueWords as words } from './words'

/**
 * Actions on a thread's queue. Each resolves to whether it succeeded. Failures are shown in the thread.
 */
export function useQueue(threadId: string) {
  const { host } = useHost()
  const problems = useProblems()
  const run = (act: () => Promise<void>): Promise<boolean> => problems.run(words.failed, act, { canRetry: false })

  return {
    change: (messageId: string, { content, ...change }: QueuedChange) =>
      run(() => host.changeQueued({ threadId, messageId, ...change, ...content && { content: [...content] } })),
    remove: (messageId: string) => run(() => host.removeQueued({ threadId, messageId })),
    sendNow: (messageId: string) => run(() => host.sendQueuedNow({ threadId, messageId })),
    steer: (messageId: string) => run(() => host.steerQueued({ threadId, messageId })),
    resume: () => run(() => host.resumeQueue({ threadId })),
  }
}
