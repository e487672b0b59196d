import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { OpenedSession } from './session'
import { messageOf } from '../../../shared/errors'
import { isModeOption, mayActUnasked, valuesOf } from '../../../shared/thread/options/configOptions'

/** A choice of the person's that a resumed session has forgotten. */
export interface SavedChoice {
  readonly name: string
  readonly valueName: string
  readonly change:
    | { readonly kind: 'mode', readonly modeId: string }
    | { readonly kind: 'option', readonly configId: string, readonly value: string | boolean }
  readonly isMode: boolean
  /** It may let the agent act without asking, so it is only pointed out: the person has to choose it again. */
  readonly mayActUnasked: boolean
}

/** What was set in the thread before and differs now, as far as the agent still offers it. */
export function savedChoices(head: ThreadHead, opened: OpenedSession): SavedChoice[] {
  const choices = (opened.configOptions ?? [])
    .flatMap(option => choiceOf(head.configOptions?.find(earlier => earlier.id === option.id), option))
  if (opened.configOptions?.some(isModeOption))
    return choices
  const before = head.modes?.currentModeId
  const mode = opened.modes?.availableModes.find(mode => mode.id === before)
  const isOther = mode && before !== opened.modes?.currentModeId
  return isOther
    ? [{ name: 'Mode', valueName: mode.name, change: { kind: 'mode', modeId: mode.id }, isMode: true, mayActUnasked: true }, ...choices]
    : choices
}

/** Sets models and the like again, with a notice; a choice that lets the agent act unasked is only pointed out. */
export async function restoreChoices({
  choices,
  log,
  setOption,
}: {
  choices: readonly SavedChoice[]
  log: ThreadLog
  setOption: (configId: string, value: string | boolean) => Promise<void>
}): Promise<void> {
  for (const { name, valueName, change, mayActUnasked } of choices) {
    if (mayActUnasked || change.kind === 'mode') {
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

function choiceOf(earlier: SessionConfigOption | undefined, option: SessionConfigOption): SavedChoice[] {
  if (!earlier || earlier.type !== option.type || earlier.currentValue === option.currentValue)
    return []
  const { id: configId, name } = option
  const facts = { name, isMode: isModeOption(option), mayActUnasked: mayActUnasked(option) }
  if (earlier.type === 'boolean') {
    const value = earlier.currentValue
    return [{ ...facts, valueName: value ? 'on' : 'off', change: { kind: 'option', configId, value } }]
  }
  const choice = valuesOf(option).find(({ value }) => value === earlier.currentValue)
  return choice ? [{ ...facts, valueName: choice.name, change: { kind: 'option', configId, value: choice.value } }] : []
}
