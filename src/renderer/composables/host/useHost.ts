import type { InjectionKey } from 'vue'
import type { HostConnection } from '../../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'

/** Key of the connection. Tests provide their own. */
export const hostKey: InjectionKey<HostConnection> = Symbol('host')

/** Provides the connection to descendants. */
export function provideHost(connection: HostConnection): void {
  provideLocal(hostKey, connection)
}

/** Returns the connection to the host. It never changes, as a new connection remounts everything. */
export function useHost(): HostConnection {
  const connection = injectLocal(hostKey)
  if (!connection)
    throw new Error('useHost() needs provideHost() in this component or one above')
  return connection
}
