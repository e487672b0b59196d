import type { SessionConfigOption } from '@agentclientprotocol/sdk'
import type { LostChoice } from '../../../shared/thread/lostChoice'
import type { ThreadHead } from '../../../shared/thread/transcript'
import { isModeOption, mayLoosen, valuesOf } from '../../../shared/thread/options/configOptions'
import { modeInForce, modesOf, type Offered } from '../../../shared/thread/options/modeInForce'

/** Longer words of an agent say no more in a question. */
const maxCharacters = 200

/** What a session has and had. */
export interface Choosing {
  /** How the session stands, and what the person chose in its thread. */
  readonly head: ThreadHead
  /** What the thread's last session offered. */
  readonly before: Offered
  /** The mode that this session took, where it does not say which one it is in. */
  readonly taken?: string
  /** Why a choice could not be set, by the option's id; the mode's by `''`. */
  readonly faults: ReadonlyMap<string, string>
}

/** The chosen options by id, without the mode. */
export function chosenOptions({ choices = {}, configOptions }: ThreadHead): [id: string, value: string | boolean][] {
  const modeId = configOptions?.find(isModeOption)?.id
  return Object.entries(choices).filter(([id]) => id !== modeId)
}

/** What the person chose and the agent does not have, as far as it may let the agent do more than they know. */
export function lostChoices(choosing: Choosing): LostChoice[] {
  return [...lostMode(choosing), ...chosenOptions(choosing.head).flatMap(([id, value]) => lostOption(choosing, { id, value }))]
}

function lostMode({ head, before, taken, faults }: Choosing): LostChoice[] {
  const { chosenMode: wanted } = head
  const now = modeInForce(head) ?? taken
  if (wanted === undefined || wanted === now)
    return []
  const nameOf = (modeId: string): string => short([head, before].flatMap(modesOf).find(({ id }) => id === modeId)?.name ?? modeId)
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
  // An option that another one's value takes away is not offered before either.
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

/** What a value is called. */
export function nameOfValue(option: SessionConfigOption, value: string | boolean): string {
  if (typeof value === 'boolean')
    return value ? 'on' : 'off'
  return short(valuesOf(option).find(choice => choice.value === value)?.name ?? value)
}

function whyIn(faults: ReadonlyMap<string, string>, key: string): { why?: string } {
  const why = faults.get(key)
  return why === undefined ? {} : { why: short(why) }
}

function short(text: string): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
