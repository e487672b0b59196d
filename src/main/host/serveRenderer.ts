import type { Channel } from '../../shared/channel'
import type { HandledHost } from './handledHost'
import type { Subscriber } from './subscribers'
import { type HostHandlers, hostMethods } from '../../shared/contract/contract'
import { serveHost } from '../../shared/rpc'
import { agentHandlers, leaveAgentLog } from './handlers/agentHandlers'
import { bufferHandlers } from './handlers/bufferHandlers'
import { changeHandlers } from './handlers/changeHandlers'
import { fileHandlers } from './handlers/fileHandlers'
import { searchHandlers } from './handlers/searchHandlers'
import { settingsHandlers } from './handlers/settingsHandlers'
import { shellHandlers } from './handlers/shellHandlers'
import { terminalHandlers } from './handlers/terminalHandlers'
import { threadHandlers } from './handlers/threadHandlers'
import { turnHandlers } from './handlers/turnHandlers'

/** Serves a renderer until its channel closes, then ends its watches. */
export function serveRenderer({ channel, host }: { channel: Channel, host: HandledHost }): void {
  const { subscribers } = host
  // The subscriber must exist before the handlers, which need it.
  const subscriber = subscribers.add((event, payload) => served.tell(event, payload))
  const handlers = hostHandlers(host, subscriber)
  const served = serveHost({ channel, schemas: hostMethods, handlers, report: host.report })
  channel.onClose(() => {
    for (const watch of subscriber.terminals.values())
      watch.stop()
    for (const threadId of [...subscriber.logs])
      leaveAgentLog(host, subscriber, threadId)
    host.buffers.release(subscriber)
    subscribers.remove(subscriber)
  })
}

/** All handlers of a renderer. */
function hostHandlers(host: HandledHost, subscriber: Subscriber): HostHandlers {
  return {
    ...agentHandlers(host, subscriber),
    ...bufferHandlers(host, subscriber),
    ...changeHandlers(host),
    ...fileHandlers(host, subscriber),
    ...searchHandlers(host),
    ...settingsHandlers(host),
    ...shellHandlers(host, subscriber),
    ...terminalHandlers(host, subscriber),
    ...threadHandlers(host, subscriber),
    ...turnHandlers(host),
  }
}
