import type { InstallProgress } from '../../../shared/settings/installing'
import { useHostState } from './useHostState'

type Installs = ReadonlyMap<string, InstallProgress>

/** Running and failed installations by agent, kept up to date. If loading fails, only later ones are shown. */
export function useInstalls() {
  const { state: installs } = useHostState<Installs>({
    initial: new Map(),
    load: async host => new Map((await host.listInstalls({})).map(progress => [progress.agentId, progress])),
    events: {
      installProgress: (installs, progress) => {
        const next = new Map(installs)
        next.delete(progress.agentId)
        if (progress.state === 'running' || progress.state === 'failed')
          next.set(progress.agentId, progress)
        return next
      },
    },
    merge: (answer, installs) => new Map([...answer, ...installs]),
  })
  return { installs }
}
