import { type HostHandlers, hostMethods } from '../../../src/shared/contract/contract'
import { connectHost, type HostConnection, serveHost, type Tell } from '../../../src/shared/rpc'
import { channelPair } from '../../support/channelPair'

/** A connection whose other end answers with `handlers`, over the real calls, checks and errors. */
export function hostStandIn(handlers: Partial<HostHandlers>): { connection: HostConnection, tell: Tell } {
  const { left, right } = channelPair()
  const { tell } = serveHost({
    channel: right,
    schemas: hostMethods,
    handlers: handlers as HostHandlers, // what a test does not name, it does not call
    report: (error) => {
      throw error
    },
  })
  return { connection: connectHost(left), tell }
}
