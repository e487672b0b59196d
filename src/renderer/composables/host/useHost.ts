import type { HostConnection } from '../../../shared/rpc'
import { inject, type InjectionKey, provide } from 'vue'

export const hostKey: InjectionKey<HostConnection> = Symbol('host')

/** Hands the connection to every component below. */
export function provideHost(connection: HostConnection): void {
  provide(hostKey, connection)
}

/** The connection to the host. A lost one is replaced by mounting everything anew, so nobody has to watch it. */
export function useHost(): HostConnection {
  const connection = inject(hostKey)
  if (!connection)
    throw new Error('useHost() needs provideHost() in a component above')
  return connection
}
