import type { HostGreeting } from '../../../src/shared/contract/hostGreeting'
import { type HostHandlers, hostMethods } from '../../../src/shared/contract/contract'
import { connectHost, type Emit, type HostConnection, serveHost } from '../../../src/shared/rpc'
import { channelPair } from '../../support/channelPair'

/** A connection whose other end answers with `handlers`, over the real calls, checks and errors. */
export function hostStandIn(handlers: Partial<HostHandlers>): { connection: HostConnection, tell: Emit } {
  const { left, right } = channelPair()
  const { emit } = serveHost({
    channel: right,
    schemas: hostMethods,
    handlers: handlers as HostHandlers, // tests call only the methods that they provide
    report: (error) => {
      throw error
    },
  })
  return { connection: connectHost(left), tell: emit }
}

/** What a host says of itself in the browser on Linux. */
export const standInGreeting: HostGreeting = {
  version: '1',
  shell: 'web',
  platform: 'linux',
  canChooseFolder: false,
  notifier: 'none',
  preselect: {},
  dataFolder: '/data',
  canReveal: false,
  settingsPath: '/s.json',
  settingsFaults: [],
  problems: [],
}
