import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { LostChoice } from '../../../shared/thread/heldPrompt'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { OpenedSession } from './session'
import { errorMessage } from '../../../shared/errors'
import { isModeOption, listValues, mayActUnasked, mayLoosen } from '../../../shared/thread/options/configOptions'
import { getCurrentMode, listModes, type Offered } from '../../../shared/thread/options/modes'

/** Maximum length of an agent's texts in the question. */
const maxCharacters = 200

/** A session's state, and that of the thread's previous session. */
interface SessionChoices {
  /** The session's state and the person's choices in its thread. */
  readonly head: ThreadHead
  /** The modes and options of the thread's previous session. */
  readonly before: Offered
  /** The mode that this session accepted, if it does not report its mode. */
  readonly acceptedMode?: string
  /** Why choices couldn't be set, by option id, or `''` for the mode. */
  readonly faults: ReadonlyMap<string, string>
}

/** Lists the chosen options by id, without the mode. */
export function listChosenOptions(
  { choices = {}, configOptions }: ThreadHead,
): [id: string, value: string | boolean][] {
  const modeId = configOptions?.find(isModeOption)?.id
  return Object.entries(choices).filter(([id]) => id !== modeId)
}

/** Finds the person's choices that the agent lacks and whose loss may let it do more than the person expects. */
export function findLostChoices(choosing: SessionChoices): LostChoice[] {
  return [
    ...findLostMode(choosing),
    ...listChosenOptions(choosing.head).flatMap(([id, value]) => findLostOption(choosing, { id, value })),
  ]
}

function findLostMode({ head, before, acceptedMode, faults }: SessionChoices): LostChoice[] {
  const { chosenMode: wanted } = head
  const now = getCurrentMode(head) ?? acceptedMode
  if (wanted === undefined || wanted === now)
    return []
  const modes = [head, before].flatMap(listModes)
  const getModeName = (modeId: string): string => truncate(modes.find(({ id }) => id === modeId)?.name ?? modeId)
  return [{
    name: truncate(head.configOptions?.find(isModeOption)?.name ?? 'Mode'),
    wanted: getModeName(wanted),
    ...now !== undefined && { now: { value: now, name: getModeName(now) } },
    ...describeFault(faults, ''),
  }]
}

function findLostOption(
  { head, before, faults }: SessionChoices,
  { id, value }: { id: string, value: string | boolean },
): LostChoice[] {
  const option = head.configOptions?.find(option => option.id === id)
  const known = option ?? before.configOptions?.find(option => option.id === id)
  // An unknown option depends on another option's value.
  if (!known || !mayLoosen(known) || option?.currentValue === value)
    return []
  return [{
    configId: id,
    name: truncate(known.name),
    wanted: getValueName(known, value),
    ...option && 'currentValue' in option && {
      now: { value: option.currentValue, name: getValueName(option, option.currentValue) },
    },
    ...describeFault(faults, id),
  }]
}

/** Returns the displayed name of a value. */
export function getValueName(option: SessionConfigOption, value: string | boolean): string {
  if (typeof value === 'boolean')
    return value ? 'on' : 'off'
  return truncate(listValues(option).find(choice => choice.value === value)?.name ?? value)
}

function describeFault(faults: ReadonlyMap<string, string>, key: string): { why?: string } {
  const why = faults.get(key)
  return why === undefined ? {} : { why: truncate(why) }
}

function truncate(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** An earlier choice that a resumed session has lost. */
export interface SavedChoice {
  readonly name: string
  readonly valueName: string
  readonly change:
    | { readonly kind: 'mode', readonly modeId: string }
    | { readonly kind: 'option', readonly configId: string, readonly value: string | boolean }
  readonly isMode: boolean
  /** Whether it may let the agent act without asking. If so, the person has to choose it again. */
  readonly mayActUnasked: boolean
}

/** Finds earlier choices that differ from the current ones and that the agent still offers. */
export function findSavedChoices(head: ThreadHead, opened: OpenedSession): SavedChoice[] {
  const choices = (opened.configOptions ?? [])
    .flatMap(option => toSavedChoice(head.configOptions?.find(earlier => earlier.id === option.id), option))
  if (opened.configOptions?.some(isModeOption))
    return choices
  const before = head.modes?.currentModeId
  const mode = opened.modes?.availableModes.find(mode => mode.id === before)
  const isOther = mode && before !== opened.modes?.currentModeId
  return isOther
    ? [{
        name: 'Mode',
        valueName: mode.name,
        change: { kind: 'mode', modeId: mode.id },
        isMode: true,
        mayActUnasked: true,
      }, ...choices]
    : choices
}

/** Restores choices with a notice. One that lets the agent act without asking is only mentioned. */
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
      log.add({
        type: 'notice',
        severity: 'info',
        title: `${name} was "${valueName}" here before; choose it again if you want it`,
      })
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
        description: errorMessage(error),
      })
    }
  }
}

function toSavedChoice(earlier: SessionConfigOption | undefined, option: SessionConfigOption): SavedChoice[] {
  if (!earlier || earlier.type !== option.type || earlier.currentValue === option.currentValue)
    return []
  const { id: configId, name } = option
  const facts = { name, isMode: isModeOption(option), mayActUnasked: mayActUnasked(option) }
  if (earlier.type === 'boolean') {
    const value = earlier.currentValue
    return [{ ...facts, valueName: value ? 'on' : 'off', change: { kind: 'option', configId, value } }]
  }
  const choice = listValues(option).find(({ value }) => value === earlier.currentValue)
  return choice ? [{ ...facts, valueName: choice.name, change: { kind: 'option', configId, value: choice.value } }] : []
}
