// Returns more sign-in methods and sessions than can be drawn, before a thread exists.
import { initialized, Wire, WireError } from '../../scripted/wire.ts'
import { joined, long, many, mixed } from './lengths.ts'

const methods = many(32, index => ({
  id: `way-${index}`,
  name: mixed(900),
  description: index % 2 === 0 ? mixed(100_000) : joined(100_000),
  ...(index % 3 === 0 && {
    type: 'env_var',
    vars: many(50, name => ({ name: `KEY_${name}`, label: mixed(900) })),
  }),
}))

new Wire(() => ({
  'initialize': initialized('fills-lists', { loadSession: true, sessionCapabilities: { list: {} } }, { authMethods: methods }),
  'session/list': () => ({
    sessions: many(500, index => ({
      sessionId: `session-${index}`,
      cwd: `/w/${mixed(1_000)}/${index}`,
      title: index % 2 === 0 ? mixed(4_000) : joined(4_000),
      updatedAt: '2026-10-01T12:00:00Z',
      additionalDirectories: many(20, place => `/w/${long(200)}/${place}`),
    })),
  }),
  'session/new': () => {
    throw new WireError(-32000, mixed(100_000))
  },
}))
