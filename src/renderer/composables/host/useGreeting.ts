import type { HostGreeting } from '../../../shared/contract/hostGreeting'
import { watch } from 'vue'
import { report } from '../../report'
import { useProblems } from '../useProblems'
import { useHostState } from './useHostState'

/** The host's greeting, kept up to date. */
export function useGreeting() {
  const problems = useProblems()
  const { state: greeting, failed, load } = useHostState<HostGreeting | undefined>({
    initial: undefined,
    load: host => host.hello({}),
    events: {
      settingsFaults: (greeting, settingsFaults) => greeting && { ...greeting, settingsFaults },
      storageProblems: (greeting, problems) => greeting && { ...greeting, problems },
      storageTrouble: (greeting, { words }) => greeting && { ...greeting, storageTrouble: words },
    },
  })
  watch(
    failed,
    error => error !== undefined && problems.add('Parley did not answer', error, () => load().catch(report)),
  )
  return greeting
}
