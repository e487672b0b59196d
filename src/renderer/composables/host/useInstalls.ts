import type { HostConnection } from '../../../shared/rpc'
import type { InstallProgress } from '../../../shared/settings/installing'
import { onScopeDispose, shallowRef } from 'vue'

/** Installations that run and those that failed, by agent, kept up to date. */
export function useInstalls({ host, on }: HostConnection) {
  const installs = shallowRef<ReadonlyMap<string, InstallProgress>>(new Map())
  const isWorthShowing = ({ state }: InstallProgress) => state === 'running' || state === 'failed'

  onScopeDispose(on('installProgress', (progress) => {
    const others = [...installs.value].filter(([agentId]) => agentId !== progress.agentId)
    installs.value = new Map([...others, ...isWorthShowing(progress) ? [[progress.agentId, progress] as const] : []])
  }))
  // What was told meanwhile is newer. Without an answer only what happens from now on is shown.
  host.listInstalls({}).then(
    known => (installs.value = new Map([...known.map(progress => [progress.agentId, progress] as const), ...installs.value])),
    () => undefined,
  )
  return { installs }
}
