import type { HostGreeting } from '../../../shared/contract/contract'
import type { HostConnection } from '../../../shared/rpc'
import type { Problems } from '../useProblems'
import { onScopeDispose, shallowRef } from 'vue'

/** What the host says of itself when the window opens, and what of it changes later. */
export function useGreeting({ host, on }: HostConnection, problems: Problems) {
  const greeting = shallowRef<HostGreeting>()
  const faults = shallowRef<HostGreeting['settingsFaults']>([])
  const storageTrouble = shallowRef<HostGreeting['storageTrouble']>()
  const storageProblems = shallowRef<HostGreeting['problems']>([])

  const stops = [
    on('settingsFaults', list => faults.value = list),
    on('storageProblems', list => storageProblems.value = list),
    on('storageTrouble', ({ words }) => storageTrouble.value = words),
  ]
  onScopeDispose(() => stops.forEach(stop => stop()))

  void problems.attempt('Parley did not answer', async () => {
    const answer = await host.hello({})
    greeting.value = answer
    faults.value = answer.settingsFaults
    storageTrouble.value = answer.storageTrouble
    storageProblems.value = answer.problems
  })
  return { greeting, faults, storageTrouble, storageProblems }
}
