// Speaks the version of the protocol that VERSION says, as JSON.
import { Wire } from '../../scripted/wire.ts'

new Wire(() => ({
  initialize: () => ({ protocolVersion: JSON.parse(process.env['VERSION'] ?? '1') as unknown, agentCapabilities: {} }),
}))
