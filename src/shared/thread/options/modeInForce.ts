import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../transcript'
import { isModeOption, valuesOf, withValue } from './configOptions'

/** How an agent's modes and options stand. */
export type Offered = Pick<ThreadHead, 'configOptions' | 'modes'>

/** The mode that the agent says it is in. Where it offers modes both ways, the config option stands for them. */
export function modeInForce({ configOptions, modes }: Offered): string | undefined {
  const option = configOptions?.find(isModeOption)
  return option ? String(option.currentValue) : modes?.currentModeId
}

/** The modes that can be chosen, with their names. */
export function modesOf({ configOptions, modes }: Offered): readonly { readonly id: string, readonly name: string }[] {
  const option = configOptions?.find(isModeOption)
  return option ? valuesOf(option).map(({ value, name }) => ({ id: value, name })) : modes?.availableModes ?? []
}

/** That mode in force. An agent that offers modes both ways may report a change in one of them only. */
export function withMode({ configOptions, modes }: Offered, modeId: string): Offered {
  const option = configOptions?.find(isModeOption)
  const isOffered = option && valuesOf(option).some(({ value }) => value === modeId)
  return {
    ...modes && { modes: { ...modes, currentModeId: modeId } },
    ...configOptions && isOffered && { configOptions: withValue(configOptions, option.id, modeId) },
  }
}

/** Those options, and the mode that one of them may name. */
export function withOptions({ modes }: Offered, configOptions: readonly SessionConfigOption[]): Offered {
  const modeId = modeInForce({ configOptions })
  const isOffered = modes?.availableModes.some(({ id }) => id === modeId)
  return { configOptions, ...modes && modeId !== undefined && isOffered && { modes: { ...modes, currentModeId: modeId } } }
}
