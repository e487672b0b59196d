import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../../shared/thread/transcript'
import { isModeOption, placeOptions } from '../../../../shared/thread/options/configOptions'
import { agentSettingsWords as words } from './words'

/** The options that an agent offers. Legacy modes look like one of them; only where their default is written differs. */
export function offeredOptions({ configOptions, modes }: Pick<ThreadHead, 'configOptions' | 'modes'>): readonly SessionConfigOption[] {
  const { shown, more } = placeOptions(configOptions ?? [])
  if (configOptions?.some(isModeOption) || !modes)
    return [...shown, ...more]
  return [
    {
      id: '',
      name: words.mode,
      category: 'mode',
      type: 'select',
      currentValue: modes.currentModeId,
      options: modes.availableModes.map(({ id, name }) => ({ value: id, name })),
    },
    ...shown,
    ...more,
  ]
}
