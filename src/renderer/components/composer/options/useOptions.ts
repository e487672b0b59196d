import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { AgentSettings } from '../../../../shared/settings/agentSettings'
import type { ThreadActivity } from '../../../../shared/thread/threadActivity'
import type { ThreadHead } from '../../../../shared/thread/transcript'
import { computed, shallowReactive, shallowRef } from 'vue'
import { isModeOption, listValues, placeOptions } from '../../../../shared/thread/options/configOptions'
import { actsUnasked, type NamedMode, unaskedChoice, withChosen } from '../../../../shared/thread/options/modes'
import { useHost } from '../../../composables/host/useHost'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { useUnaskedModes } from './useUnaskedModes'
import { optionWords as words } from './words'

/** Whether the reported values are in force: the session is open and nothing is being restored. */
export function isInForce({ state }: ThreadActivity): boolean {
  return state === 'ready' || state === 'working' || state === 'cancelling' || state === 'choices-lost'
}

/** A thread's mode and options as shown: changed at once, and reverted if the agent refuses. */
export function useOptions({ threadId, agentId, head, isInForce }: {
  threadId: string
  agentId: string | undefined
  head: () => ThreadHead
  isInForce: () => boolean
}) {
  const { host } = useHost()
  const problems = useProblems()
  /** The agent's last known offers, until this thread's session is open. */
  const offered = shallowRef<AgentSettings['offered']>()
  const pending = shallowReactive(new Map<string, { readonly value: string | boolean }>())

  const hasOwn = computed(() => head().session !== undefined || head().configOptions !== undefined || head().modes !== undefined)
  const source = computed(() => !hasOwn.value ? offered.value ?? {} : isInForce() ? head() : withChosen(head()))
  /** Whether the agent has confirmed these values. Until then they are former or pending ones. */
  const isConfirmed = computed(() => hasOwn.value && isInForce() && pending.size === 0)
  const options = computed(() => source.value.configOptions ?? [])
  const placed = computed(() => placeOptions(options.value.map(withPending)))
  /** A mode option takes precedence over an agent's modes. */
  const modes = computed(() => {
    const known = options.value.some(isModeOption) ? undefined : source.value.modes
    return known && { ...known, currentModeId: String(pending.get('')?.value ?? known.currentModeId) }
  })
  const unasked = useUnaskedModes(threadId)
  if (agentId !== undefined) {
    // If it fails, the composer waits for the session, and mode names alone tell how a mode acts.
    host.readAgentSettings({ agentId }).then(({ offered: lastOffered, modes }) => {
      offered.value = lastOffered
      unasked.known.value = modes
    }, () => undefined)
  }
  function unaskedMode(modeId: string | undefined): NamedMode | undefined {
    const mode = modes.value?.availableModes.find(({ id }) => id === modeId)
    return mode && actsUnasked(mode, unasked.known.value) ? mode : undefined
  }

  function isUnaskedMode(modeId: string): boolean {
    return unaskedMode(modeId) !== undefined
  }

  /** Whether the agent acts without asking with this value of an option. */
  function isUnaskedValue(option: SessionConfigOption, value: string | boolean): boolean {
    return unaskedChoice(option, value, unasked.known.value) !== undefined
  }

  function withPending(option: SessionConfigOption): SessionConfigOption {
    const change = pending.get(option.id)
    // the value came from the option's own control
    return change ? ({ ...option, currentValue: change.value } as SessionConfigOption) : option
  }

  async function change(
    key: string,
    { value, what, act }: { value: string | boolean, what: string, act: () => Promise<void> },
  ): Promise<boolean> {
    const mine = { value }
    pending.set(key, mine)
    const isTaken = await problems.run(what, act)
    if (pending.get(key) === mine)
      pending.delete(key)
    return isTaken
  }

  async function setConfig(option: SessionConfigOption, value: string | boolean): Promise<boolean> {
    const isMeant = await unasked.isMeant(unaskedChoice(option, value, unasked.known.value))
    return isMeant && change(option.id, {
      value,
      what: words.notChanged(option.name),
      act: () => host.setConfigOption({ threadId, configId: option.id, value }),
    })
  }

  async function setMode(modeId: string): Promise<boolean> {
    const isMeant = await unasked.isMeant(unaskedMode(modeId))
    return isMeant && change('', { value: modeId, what: words.modeNotChanged, act: () => host.setMode({ threadId, modeId }) })
  }

  /** Switches to the next mode, from the last to the first. Returns whether there is another. */
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

  const { asked, answer } = unasked
  return { placed, modes, isConfirmed, isUnaskedMode, isUnaskedValue, asked, answer, setConfig, setMode, cycleMode }
}
