import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { AgentSettings } from '../../../../shared/settings/agentSettings'
import { computed, type Ref, shallowRef, watch } from 'vue'
import { isModeOption, listValues } from '../../../../shared/thread/options/configOptions'
import { actsUnasked, type NamedMode } from '../../../../shared/thread/options/modes'
import { useHost } from '../../../composables/host/useHost'
import { newThreadWords as words } from '../words'

/** A thread's initial mode. */
export interface StartMode {
  readonly value: string
  /** Id of the mode option; absent for ACP modes. */
  readonly configId?: string | undefined
}

/**
 * A new thread's initial mode: picked for this thread, or the default from the settings, or the agent's own. Offers the
 * modes of the agent's last run. Doesn't remember a picked mode. Long because its functions share the picked mode.
 */
export function useStartMode(agent: Readonly<Ref<AgentListing | undefined>>) {
  const { host } = useHost()
  const settings = shallowRef<AgentSettings>()
  const picked = shallowRef<string>()
  /** A mode that acts without asking, pending confirmation. */
  const pendingMode = shallowRef<NamedMode>()
  let resolvePending: ((isConfirmed: boolean) => void) | undefined

  watch(() => agent.value?.agentId, (agentId) => {
    confirm(false)
    settings.value = picked.value = undefined
    // An unknown agent offers no modes.
    if (agentId !== undefined) {
      host.readAgentSettings({ agentId })
        .then(loaded => agent.value?.agentId === agentId && (settings.value = loaded), () => undefined)
    }
  }, { immediate: true })

  const option = computed(() => settings.value?.offered?.configOptions?.find(isModeOption))
  const modes = computed((): readonly NamedMode[] => {
    const { offered } = settings.value ?? {}
    return option.value
      ? listValues(option.value).map(({ value, name }) => ({ id: value, name }))
      : offered?.modes?.availableModes ?? []
  })
  const defaultMode = computed(() => {
    const { defaultMode: modeId, defaultConfigOptions = {} } = settings.value ?? {}
    const defaultValue = option.value && defaultConfigOptions[option.value.id]
    return typeof defaultValue === 'string' ? defaultValue : modeId
  })
  const current = computed(() => picked.value ?? defaultMode.value ?? '')
  const isUnasked = (id: string): boolean => id !== '' && actsUnasked(findMode(id), settings.value?.modes)

  /** Props of the mode select; `undefined` if no modes are known. */
  const select = computed(() => modes.value.length === 0
    ? undefined
    : {
        name: option.value?.name ?? words.mode,
        current: current.value,
        choices: [
          ...defaultMode.value === undefined ? [{ value: '', name: words.agentsMode }] : [],
          ...modes.value.map(({ id, name }) => ({ value: id, name })),
        ],
        actsUnasked: isUnasked,
      })

  function findMode(id: string): NamedMode {
    return modes.value.find(mode => mode.id === id) ?? { id, name: id }
  }

  /** Picks a mode. Resolves to `false` if the person did not confirm it. */
  async function pick(id: string): Promise<boolean> {
    if (isUnasked(id) && id !== defaultMode.value && !await askToConfirm(findMode(id)))
      return false
    picked.value = id === (defaultMode.value ?? '') ? undefined : id
    return true
  }

  function askToConfirm(mode: NamedMode): Promise<boolean> {
    confirm(false)
    pendingMode.value = mode
    return new Promise(resolve => resolvePending = resolve)
  }

  function confirm(isConfirmed: boolean): void {
    pendingMode.value = undefined
    resolvePending?.(isConfirmed)
    resolvePending = undefined
  }

  const mode = computed((): StartMode | undefined => picked.value === undefined
    ? undefined
    : { value: picked.value, configId: option.value?.id })
  const offered = computed(() => settings.value?.offered)
  return { select, mode, offered, pendingMode, pick, confirm }
}
