import type { RunningCommand } from '../../../shared/contract/terminalView'
import type { ThreadEvent } from '../../../shared/thread/events'
import { onScopeDispose, type ShallowRef, shallowRef, watch } from 'vue'
import { useHost } from '../../composables/host/useHost'
import { useHostState } from '../../composables/host/useHostState'
import { report } from '../../report'

/** After this time a command opens the column. Most commands end sooner. */
const longRunningMs = 10_000

/** Events after which the running commands may differ. */
const changeEvents: ReadonlySet<ThreadEvent['type']> = new Set(['terminalStart', 'terminalEnd', 'session'])

/** A thread's running commands. */
export interface RunningCommands {
  readonly commands: Readonly<ShallowRef<readonly RunningCommand[]>>
  /** Whether a command has run for long. Stays true until no command runs and the turn has ended. */
  readonly isLong: Readonly<ShallowRef<boolean>>
}

/** Tracks a thread's running commands, as known by the host. */
export function useRunningCommands({ threadId, isTurnOpen }: {
  threadId: string
  isTurnOpen: () => boolean
}): RunningCommands {
  const { on } = useHost()
  const { state: commands, load } = useHostState<readonly RunningCommand[]>({
    initial: [],
    load: host => host.runningCommands({ threadId }),
  })
  onScopeDispose(on('threadEvents', (message) => {
    if (message.threadId === threadId && message.events.some(({ type }) => changeEvents.has(type)))
      load().catch(report)
  }))

  const isLong = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch([commands, isTurnOpen], ([now, isOpen]) => {
    clearTimeout(timer)
    const oldest = now[0]
    if (oldest)
      timer = setTimeout(() => isLong.value = true, Math.max(0, oldest.startedAt + longRunningMs - Date.now()))
    else if (!isOpen)
      isLong.value = false
  })
  onScopeDispose(() => clearTimeout(timer))
  return { commands, isLong }
}
