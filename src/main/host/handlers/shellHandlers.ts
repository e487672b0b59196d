import type { HostHandlers } from '../../../shared/contract/contract'
import type { shellMethods } from '../../../shared/contract/methods/shellMethods'
import type { HandlerServices } from '../handlerServices'
import type { Subscriber } from '../subscribers'
import { HostError } from '../../../shared/errors'

/** Handlers for the host, the system, and the visible thread. */
export function createShellHandlers(
  { greeting, subscribers, platform, editors, dataFolder, shellEnvironment, threads }: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof shellMethods> {
  return {
    hello: () => {
      subscribers.onGreeted(subscriber)
      return greeting()
    },
    chooseFolder: ({ startAt }) => {
      if (!platform.chooseFolder)
        throw new HostError('unsupported', 'There is no folder dialog here. Type the folder\'s path.')
      return platform.chooseFolder(startAt)
    },
    revealDataFolder: () => editors.reveal(dataFolder),
    refreshEnvironment: () => shellEnvironment.refresh(),
    openExternal: ({ url }) => platform.openExternal(url),

    lookAt: (look) => {
      subscriber.visible = look
      // A thread that is not open yet is marked by `openThread`.
      if (look.isInFront && look.threadId !== undefined)
        threads.open(look.threadId)?.markSeen()
    },
  }
}
