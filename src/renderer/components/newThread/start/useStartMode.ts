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
 * The modes that an agent offered when it last ran, and the one to begin with: what the person picks for this thread
 * alone, otherwise their default in the settings, otherwise whatever the agent begins with. What is picked is never
 * remembered.
 */
export function useStartMode(agent: Readonly<Ref<AgentListing | undefined>>) {
  const { host } = useHost()
  const settings = shallowRef<AgentSettings>()
  const picked = shallowRef<string>()
  /** A mode without asking, pending confirmation. */
  const asked = shallowRef<NamedMode>()
  let settle: ((isMeant: boolean) => void) | undefined

  watch(() => agent.value?.agentId, (agentId) => {
    answer(false)
    settings.value = picked.value = undefined
    // Nothing is offered for an unknown agent.
    if (agentId !== undefined)
      host.readAgentSettings({ agentId }).then(known => agent.value?.agentId === agentId && (settings.value = known), () => undefined)
  }, { immediate: true })

  const option = computed(() => settings.value?.offered?.configOptions?.find(isModeOption))
  const modes = computed((): readonly NamedMode[] => {
    const { offered } = settings.value ?? {}
    return option.value
      ? listValues(option.value).map(({ value, name }) => ({ id: value, name }))
      : offered?.modes?.availableModes ?? []
  })
  const preset = computed(() => {
    const { defaultMode, defaultConfigOptions = {} } = settings.value ?? {}
    const own = option.value && defaultConfigOptions[option.value.id]
    return typeof own === 'string' ? own : defaultMode
  })
  const current = computed(() => picked.value ?? preset.value ?? '')
  const isUnasked = (id: string): boolean => id !== '' && actsUnasked(named(id), settings.value?.modes)

  /** The shown mode; `undefined` if none is known. */
  const chip = computed(() => modes.value.length === 0
    ? undefined
    : {
        name: option.value?.name ?? words.mode,
        current: current.value,
        choices: [
          ...preset.value === undefined ? [{ value: '', name: words.agentsMode }] : [],
          ...modes.value.map(({ id, name }) => ({ value: id, name })),
        ],
        actsUnasked: isUnasked,
      })

  function named(id: string): NamedMode {
    return modes.value.find(mode => mode.id === id) ?? { id, name: id }
  }

  /** Resolves to whether it was accepted. */
  async function pick(id: string): Promise<boolean> {
    if (isUnasked(id) && id !== preset.value && !await isMeant(named(id)))
      return false
    picked.value = id === (preset.value ?? '') ? undefined : id
    return true
  }

  function isMeant(mode: NamedMode): Promise<boolean> {
    answer(false)
    asked.value = mode
    return new Promise(resolve => settle = resolve)
  }

  function answer(isMeant: boolean): void {
    asked.value = undefined
    settle?.(isMeant)
    settle = undefined
  }

  const mode = computed((): StartMode | undefined => picked.value === undefined
    ? undefined
    : { value: picked.value, configId: option.value?.id })
  const offered = computed(() => settings.value?.offered)
  return { chip, mode, offered, asked, pick, answer }
}
