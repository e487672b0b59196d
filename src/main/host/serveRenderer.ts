import type { Channel } from '../../shared/channel'
import type { HandlerServices } from './handlerServices'
import type { Subscriber } from './subscribers'
import { type HostHandlers, hostMethods } from '../../shared/contract/contract'
import { serveHost } from '../../shared/rpc'
import { closeAgentLog, createAgentHandlers } from './handlers/agentHandlers'
import { createBufferHandlers } from './handlers/bufferHandlers'
import { createChangeHandlers } from './handlers/changeHandlers'
import { createFileHandlers } from './handlers/fileHandlers'
import { createSearchHandlers } from './handlers/searchHandlers'
import { createSettingsHandlers } from './handlers/settingsHandlers'
import { createShellHandlers } from './handlers/shellHandlers'
import { createTerminalHandlers } from './handlers/terminalHandlers'
import { createThreadHandlers } from './handlers/threadHandlers'
import { createTurnHandlers } from './handlers/turnHandlers'

/** Serves a renderer until its channel closes, then ends its subscriptions. */
export function serveRenderer({ channel, host }: { channel: Channel, host: HandlerServices }): void {
  const { subscribers } = host
  // The subscriber must exist before the handlers, which need it.
  const subscriber = subscribers.add((event, payload) => served.emit(event, payload))
  const handlers = createHandlers(host, subscriber)
  const served = serveHost({ channel, schemas: hostMethods, handlers, report: host.report })
  channel.onClose(() => {
    for (const watch of subscriber.terminals.values())
      watch.stop()
    for (const threadId of [...subscriber.logs])
      closeAgentLog(host, subscriber, threadId)
    host.buffers.release(subscriber)
    subscribers.remove(subscriber)
  })
}

/** Creates all handlers of a renderer. */
function createHandlers(host: HandlerServices, subscriber: Subscriber): HostHandlers {
  return {
    ...createAgentHandlers(host, subscriber),
    ...createBufferHandlers(host, subscriber),
    ...createChangeHandlers(host),
    ...createFileHandlers(host, subscriber),
    ...createSearchHandlers(host),
    ...createSettingsHandlers(host),
    ...createShellHandlers(host, subscriber),
    ...createTerminalHandlers(host, subscriber),
    ...createThreadHandlers(host, subscriber),
    ...createTurnHandlers(host),
  }
}
