import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { AgentSettings } from '../../../../shared/settings/agentSettings'
import type { ThreadActivity } from '../../../../shared/thread/threadActivity'
import type { ThreadHead } from '../../../../shared/thread/transcript'
import { computed, shallowReactive, shallowRef } from 'vue'
import { isModeOption, listValues, placeOptions } from '../../../../shared/thread/options/configOptions'
import { actsUnasked, findUnaskedChoice, type NamedMode, withChoices } from '../../../../shared/thread/options/modes'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { useModeConfirmation } from './useModeConfirmation'
import { optionWords as words } from './words'

/** Whether the reported values are in force: a session is open and no values are being restored. */
export function isInForce({ state }: ThreadActivity): boolean {
  return state === 'ready' || state === 'working' || state === 'cancelling' || state === 'choices-lost'
}

/**
 * A thread's mode and options. A change shows at once, and is reverted if the agent refuses it. Long because its
 * functions share the pending changes.
 */
export function useOptions({ threadId, agentId, head, isInForce }: {
  threadId: string
  agentId: string | undefined
  head: () => ThreadHead
  isInForce: () => boolean
}) {
  const { host } = useHost()
  const problems = useProblems()
  /** The options that the agent offered last, used until this thread's session is open. */
  const offered = shallowRef<AgentSettings['offered']>()
  const pending = shallowReactive(new Map<string, { readonly value: string | boolean }>())

  const hasSessionValues = computed(() => {
    const { session, configOptions, modes } = head()
    return session !== undefined || configOptions !== undefined || modes !== undefined
  })
  const source = computed(
    () => !hasSessionValues.value ? offered.value ?? {} : isInForce() ? head() : withChoices(head()),
  )
  /** Whether the agent has confirmed the shown values. Until then they are previous or pending ones. */
  const isConfirmed = computed(() => hasSessionValues.value && isInForce() && pending.size === 0)
  const options = computed(() => source.value.configOptions ?? [])
  const placed = computed(() => placeOptions(options.value.map(applyPending)))
  /** The agent's ACP modes, unless it has a mode option, which takes precedence. */
  const modes = computed(() => {
    const known = options.value.some(isModeOption) ? undefined : source.value.modes
    return known && { ...known, currentModeId: String(pending.get('')?.value ?? known.currentModeId) }
  })
  const confirmation = useModeConfirmation(threadId)
  if (agentId !== undefined) {
    // On failure, options appear with the session, and only the names of modes tell whether they act without asking.
    host.readAgentSettings({ agentId }).then(({ offered: lastOffered, modes }) => {
      offered.value = lastOffered
      confirmation.known.value = modes
    }, () => undefined)
  }
  function findUnaskedMode(modeId: string | undefined): NamedMode | undefined {
    const mode = modes.value?.availableModes.find(({ id }) => id === modeId)
    return mode && actsUnasked(mode, confirmation.known.value) ? mode : undefined
  }

  function isUnaskedMode(modeId: string): boolean {
    return findUnaskedMode(modeId) !== undefined
  }

  /** Whether the agent acts without asking with this value of an option. */
  function isUnaskedValue(option: SessionConfigOption, value: string | boolean): boolean {
    return findUnaskedChoice(option, value, confirmation.known.value) !== undefined
  }

  function applyPending(option: SessionConfigOption): SessionConfigOption {
    const change = pending.get(option.id)
    // cast: the value came from a control of the option's type
    return change ? ({ ...option, currentValue: change.value } as SessionConfigOption) : option
  }

  async function applyChange(
    key: string,
    { value, what, act }: { value: string | boolean, what: string, act: () => Promise<void> },
  ): Promise<boolean> {
    const change = { value }
    pending.set(key, change)
    const isAccepted = await problems.run(what, act)
    if (pending.get(key) === change)
      pending.delete(key)
    return isAccepted
  }

  async function setConfig(option: SessionConfigOption, value: string | boolean): Promise<boolean> {
    const isAllowed = await confirmation.ask(findUnaskedChoice(option, value, confirmation.known.value))
    return isAllowed && applyChange(option.id, {
      value,
      what: words.notChanged(option.name),
      act: () => host.setConfigOption({ threadId, configId: option.id, value }),
    })
  }

  async function setMode(modeId: string): Promise<boolean> {
    const isAllowed = await confirmation.ask(findUnaskedMode(modeId))
    return isAllowed && applyChange('', {
      value: modeId,
      what: words.modeNotChanged,
      act: () => host.setMode({ threadId, modeId }),
    })
  }

  /** Switches to the next mode, wrapping around. Returns whether there is another mode. */
  function cycleMode(): boolean {
    const option = placed.value.shown.find(isModeOption)
    const ids = option
      ? listValues(option).map(({ value }) => value)
      : modes.value?.availableModes.map(({ id }) => id) ?? []
    const current = option ? option.currentValue : modes.value?.currentModeId
    const next = ids[(ids.indexOf(String(current)) + 1) % ids.length]
    if (next === undefined || next === current)
      return false
    const switching = option ? setConfig(option, next) : setMode(next)
    switching.catch(report)
    return true
  }

  const { pendingMode, confirm } = confirmation
  return { placed, modes, isConfirmed, isUnaskedMode, isUnaskedValue, pendingMode, confirm, setConfig, setMode, cycleMode }
}
