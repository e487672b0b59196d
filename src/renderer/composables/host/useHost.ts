import type { InjectionKey } from 'vue'
import type { HostConnection } from '../../../shared/rpc'
import { injectLocal, provideLocal } from '@vueuse/core'

/** Where components find the connection; tests provide their own. */
export const hostKey: InjectionKey<HostConnection> = Symbol('host')

/** Provides the connection to descendants. */
export function provideHost(connection: HostConnection): void {
  provideLocal(hostKey, connection)
}

/** The connection to the host. A lost one is replaced by remounting everything, so it never changes. */
export function useHost(): HostConnection {
  const connection = injectLocal(hostKey)
  if (!connection)
    throw new Error('useHost() needs provideHost() in this component or one above')
  return connection
}
