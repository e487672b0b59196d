import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { OpenedSession } from './session'
import { messageOf } from '../../../shared/errors'

/** A choice of the person's that a session which goes on has forgotten. */
export interface EarlierChoice {
  readonly name: string
  readonly valueName: string
  readonly change:
    | { readonly kind: 'mode', readonly modeId: string }
    | { readonly kind: 'option', readonly configId: string, readonly value: string | boolean }
  /** A mode may let the agent act without asking, so it is offered, never set again unasked. */
  readonly isMode: boolean
}

/** What stood in the thread before and differs now, as far as the agent still offers it. */
export function earlierChoices(head: ThreadHead, opened: OpenedSession): EarlierChoice[] {
  if (opened.configOptions)
    return opened.configOptions.flatMap(option => choiceOf(head.configOptions?.find(earlier => earlier.id === option.id), option))
  const before = head.modes?.currentModeId
  const mode = opened.modes?.availableModes.find(mode => mode.id === before)
  return mode && before !== opened.modes?.currentModeId
    ? [{ name: 'Mode', valueName: mode.name, change: { kind: 'mode', modeId: mode.id }, isMode: true }]
    : []
}

/** Models and the like are set again, and said so; a mode is only pointed out. */
export async function restoreChoices({
  choices,
  log,
  setOption,
}: {
  choices: readonly EarlierChoice[]
  log: ThreadLog
  setOption: (configId: string, value: string | boolean) => Promise<void>
}): Promise<void> {
  for (const { name, valueName, change, isMode } of choices) {
    if (isMode || change.kind === 'mode') {
      log.add({ type: 'notice', severity: 'info', title: `${name} was "${valueName}" here before; choose it again if you want it` })
      continue
    }
    try {
      await setOption(change.configId, change.value)
      log.add({ type: 'notice', severity: 'info', title: `${name} is set to "${valueName}" again, as before` })
    }
    catch (error) {
      log.add({
        type: 'notice',
        severity: 'warning',
        title: `${name} could not be set to "${valueName}" again`,
        description: messageOf(error),
      })
    }
  }
}

function choiceOf(earlier: SessionConfigOption | undefined, option: SessionConfigOption): EarlierChoice[] {
  if (!earlier || earlier.type !== option.type || earlier.currentValue === option.currentValue)
    return []
  const isMode = option.category === 'mode' || option.id === 'mode' || option.category === 'permissions'
  if (earlier.type === 'boolean') {
    return [
      {
        name: option.name,
        valueName: earlier.currentValue ? 'on' : 'off',
        change: { kind: 'option', configId: option.id, value: earlier.currentValue as boolean },
        isMode,
      },
    ]
  }
  if (option.type !== 'select')
    return []
  const values = option.options.flatMap(item => 'options' in item ? item.options : [item])
  const value = values.find(value => value.value === earlier.currentValue)
  return value
    ? [{ name: option.name, valueName: value.name, change: { kind: 'option', configId: option.id, value: value.value }, isMode }]
    : []
}
