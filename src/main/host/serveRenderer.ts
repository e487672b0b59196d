import type { Channel } from '../../shared/channel'
import { hostMethods } from '../../shared/contract/contract'
import { serveHost } from '../../shared/rpc'
import { type HandledHost, hostHandlers } from './handlers'
import { leaveAgentLog } from './handlers/agentLogHandlers'

/** Serves one renderer until its channel closes, then ends what it was watching. */
export function serveRenderer({ channel, host }: { channel: Channel, host: HandledHost }): void {
  const { subscribers } = host
  // The subscriber needs to tell before the channel is served, and the handlers need the subscriber.
  const subscriber = subscribers.add((event, payload) => served.tell(event, payload))
  const handlers = hostHandlers(host, subscriber)
  const served = serveHost({ channel, schemas: hostMethods, handlers, report: host.report })
  channel.onClose(() => {
    for (const watch of subscriber.terminals.values())
      watch.stop()
    for (const threadId of [...subscriber.logs])
      leaveAgentLog(host, subscriber, threadId)
    host.buffers.left(subscriber)
    subscribers.remove(subscriber)
  })
}
