import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { UnaskedStart } from '../../../shared/thread/heldPrompt'
import { isModeOption, listValues, mayActUnasked } from '../../../shared/thread/options/configOptions'
import {
  actsUnasked,
  findUnaskedChoice,
  getCurrentMode,
  type KnownModes,
  listModes,
  type NamedMode,
  type Offered,
} from '../../../shared/thread/options/modes'

/** Maximum lengths of an agent's texts in the question. */
const maxNameCharacters = 200
const maxDescriptionCharacters = 500
/** Names of modes in which agents work and ask. */
const workingModeNames = /\b(?:default|manual|normal|ask|agent|build|code|on-?request)\b/i
/** Names of modes in which agents don't work. */
const passiveModeNames = /\b(?:plan|read.?only|architect|chat)\b/i

/** Finds settings by which an agent would act without asking: its mode, and options such as Copilot's "Allow all". */
export function findUnaskedStarts(offered: Offered, known?: KnownModes): UnaskedStart[] {
  return [
    ...findUnaskedMode(offered, known),
    ...(offered.configOptions ?? []).flatMap(option => findUnaskedOption(option, known)),
  ]
}

function findUnaskedMode(offered: Offered, known: KnownModes | undefined): UnaskedStart[] {
  const modeId = getCurrentMode(offered)
  const modes = listModes(offered)
  const mode = modes.find(({ id }) => id === modeId)
  if (!mode || !actsUnasked(mode, known))
    return []
  const option = offered.configOptions?.find(isModeOption)
  const described = offered.modes?.availableModes.find(({ id }) => id === modeId)
    ?? (option && listValues(option).find(({ value }) => value === modeId))
  const instead = findAskingMode(modes, known)
  return [{
    ...option && { configId: option.id },
    name: (option?.name ?? 'Mode').slice(0, maxNameCharacters),
    value: mode.id,
    valueName: mode.name.slice(0, maxNameCharacters),
    ...described?.description && { about: described.description.slice(0, maxDescriptionCharacters) },
    ...instead && { instead: { value: instead.id, name: instead.name.slice(0, maxNameCharacters) } },
  }]
}

/** Finds the mode in which the agent works and asks: by name, or else the first one. */
function findAskingMode(modes: readonly NamedMode[], known: KnownModes | undefined): NamedMode | undefined {
  const asking = modes.filter(mode => !actsUnasked(mode, known))
  const working = asking.filter(({ id, name }) => !passiveModeNames.test(`${id} ${name}`))
  return working.find(({ id, name }) => workingModeNames.test(id) || workingModeNames.test(name))
    ?? working[0]
    ?? asking[0]
}

function findUnaskedOption(option: SessionConfigOption, known: KnownModes | undefined): UnaskedStart[] {
  if (isModeOption(option) || !mayActUnasked(option) || !('currentValue' in option))
    return []
  const chosen = findUnaskedChoice(option, option.currentValue, known)
  // A boolean mode option can mean anything.
  if (!chosen || (option.type === 'boolean' && option.category !== 'permissions' && !actsUnasked(chosen, known)))
    return []
  const instead = option.type === 'boolean'
    ? { value: false, name: 'off' }
    : listValues(option)
      .filter(({ value }) => !findUnaskedChoice(option, value, known))
      .map(({ value, name }) => ({ value, name }))[0]
  const about = option.description
  return [{
    configId: option.id,
    name: option.name.slice(0, maxNameCharacters),
    value: option.currentValue,
    valueName: option.type === 'boolean' ? 'on' : chosen.name.slice(0, maxNameCharacters),
    ...about && { about: about.slice(0, maxDescriptionCharacters) },
    ...instead && { instead },
  }]
}
