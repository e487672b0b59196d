import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { LostChoice } from '../../../shared/thread/heldPrompt'
import type { ThreadHead } from '../../../shared/thread/transcript'
import type { ThreadLog } from '../log/threadLog'
import type { OpenedSession } from './session'
import { errorMessage } from '../../../shared/errors'
import { isModeOption, listValues, mayActUnasked, mayLoosen } from '../../../shared/thread/options/configOptions'
import { listModes, modeInForce, type Offered } from '../../../shared/thread/options/modes'

/** Longer texts of an agent don't help in a question. */
const maxCharacters = 200

/** A session's present and former state. */
interface Choosing {
  /** The session's state and the person's choices in its thread. */
  readonly head: ThreadHead
  /** The offers of the thread's last session. */
  readonly before: Offered
  /** The mode that this session accepted, if it does not report its mode. */
  readonly taken?: string
  /** Why choices could not be set, by option id; `''` for the mode. */
  readonly faults: ReadonlyMap<string, string>
}

/** The chosen options by id, without the mode. */
export function chosenOptions({ choices = {}, configOptions }: ThreadHead): [id: string, value: string | boolean][] {
  const modeId = configOptions?.find(isModeOption)?.id
  return Object.entries(choices).filter(([id]) => id !== modeId)
}

/** The person's choices that the agent lacks, if that may let it do more than they know. */
export function lostChoices(choosing: Choosing): LostChoice[] {
  return [...lostMode(choosing), ...chosenOptions(choosing.head).flatMap(([id, value]) => lostOption(choosing, { id, value }))]
}

function lostMode({ head, before, taken, faults }: Choosing): LostChoice[] {
  const { chosenMode: wanted } = head
  const now = modeInForce(head) ?? taken
  if (wanted === undefined || wanted === now)
    return []
  const nameOf = (modeId: string): string => short([head, before].flatMap(listModes).find(({ id }) => id === modeId)?.name ?? modeId)
  return [{
    name: short(head.configOptions?.find(isModeOption)?.name ?? 'Mode'),
    wanted: nameOf(wanted),
    ...now !== undefined && { now: { value: now, name: nameOf(now) } },
    ...whyIn(faults, ''),
  }]
}

function lostOption({ head, before, faults }: Choosing, { id, value }: { id: string, value: string | boolean }): LostChoice[] {
  const option = head.configOptions?.find(option => option.id === id)
  const known = option ?? before.configOptions?.find(option => option.id === id)
  // An option that depends on another one's value was not offered before either.
  if (!known || !mayLoosen(known) || option?.currentValue === value)
    return []
  return [{
    configId: id,
    name: short(known.name),
    wanted: nameOfValue(known, value),
    ...option && 'currentValue' in option && { now: { value: option.currentValue, name: nameOfValue(option, option.currentValue) } },
    ...whyIn(faults, id),
  }]
}

/** The name of a value. */
export function nameOfValue(option: SessionConfigOption, value: string | boolean): string {
  if (typeof value === 'boolean')
    return value ? 'on' : 'off'
  return short(listValues(option).find(choice => choice.value === value)?.name ?? value)
}

function whyIn(faults: ReadonlyMap<string, string>, key: string): { why?: string } {
  const why = faults.get(key)
  return why === undefined ? {} : { why: short(why) }
}

function short(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}

/** A choice of the person that a resumed session has lost. */
export interface SavedChoice {
  readonly name: string
  readonly valueName: string
  readonly change:
    | { readonly kind: 'mode', readonly modeId: string }
    | { readonly kind: 'option', readonly configId: string, readonly value: string | boolean }
  readonly isMode: boolean
  /** It may let the agent act without asking, so the person has to choose it again. */
  readonly mayActUnasked: boolean
}

/** Earlier choices that differ now and that the agent still offers. */
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
        description: errorMessage(error),
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
  const choice = listValues(option).find(({ value }) => value === earlier.currentValue)
  return choice ? [{ ...facts, valueName: choice.name, change: { kind: 'option', configId, value: choice.value } }] : []
}
