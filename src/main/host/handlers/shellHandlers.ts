import type { HostHandlers } from '../../../shared/contract/contract'
import type { shellMethods } from '../../../shared/contract/methods/shellMethods'
import type { HandledHost } from '../handledHost'
import type { Subscriber } from '../subscribers'
import { HostError } from '../../../shared/errors'

/** Handlers for the host, its system, and what the person looks at. */
export function shellHandlers(
  { greeting, subscribers, platform, shellEnvironment, threads }: HandledHost,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof shellMethods> {
  return {
    hello: () => {
      subscribers.greeted(subscriber)
      return greeting()
    },
    chooseFolder: ({ startAt }) => {
      if (!platform.chooseFolder)
        throw new HostError('unsupported', 'There is no folder dialog here. Type the folder\'s path.')
      return platform.chooseFolder(startAt)
    },
    refreshEnvironment: () => shellEnvironment.refresh(),
    openExternal: ({ url }) => platform.openExternal(url),

    lookAt: (look) => {
      subscriber.look = look
      // A thread that is not open yet will be checked by `openThread`.
      if (look.isInFront && look.threadId !== undefined)
        threads.open(look.threadId)?.markSeen()
    },
  }
}
