import type { HostHandlers } from '../../../shared/contract/contract'
import type { attentionMethods } from '../../../shared/contract/methods/attentionMethods'
import type { Threads } from '../../threads/threads'
import type { Subscriber } from '../subscribers'

/** Notes what the person looks at. */
export function attentionHandlers(
  { threads, subscriber }: { threads: Threads, subscriber: Subscriber },
): Pick<HostHandlers, keyof typeof attentionMethods> {
  return {
    lookAt: (look) => {
      subscriber.look = look
      // A thread that is not open yet is about to be: `openThread` looks again.
      if (look.isInFront && look.threadId !== undefined)
        threads.open(look.threadId)?.seen()
    },
  }
}
