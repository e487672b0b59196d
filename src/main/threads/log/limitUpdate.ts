import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { estimateBytes } from '../../agents/wire/estimateBytes'
import { agentLimits, textLimits } from './agentLimits'
import { limitParts, type Reached } from './limitParts'

/** No list or text of an update that weighs less can be over its limit, apart from a title and the like. */
const smallBytes = 24 * 1024
/** Nor can one of these. */
const tinyBytes = 1_000

const rawFields = new Set(['rawInput', 'rawOutput', '_meta'])

/** An update as far as it keeps within the limits; `undefined` when nothing of it does. What is cut is noted in `reached`. */
export function limitUpdate(update: SessionUpdate, weight: number, reached: Reached): SessionUpdate | undefined {
  if (weight < tinyBytes || (weight < smallBytes && !hasLongWord(update)))
    return update
  const cut = limitParts(update, reached)
  if (cut === update ? weight <= agentLimits.updateBytes : estimateBytes(cut) <= agentLimits.updateBytes)
    return cut
  reached.add(`updates of at most ${agentLimits.updateBytes / 1024 / 1024} MB`)
  // What the agent gave and got as raw JSON is the first to go: what it says of that is kept.
  // all of these are optional
  const rest = Object.fromEntries(Object.entries(cut).filter(([key]) => !rawFields.has(key))) as unknown as SessionUpdate
  return estimateBytes(rest) <= agentLimits.updateBytes ? rest : undefined
}

/** Names and descriptions have smaller limits; of small updates only those at the top, where there is one of each, can matter. */
function hasLongWord(update: SessionUpdate): boolean {
  return Object.entries(update).some(
    ([key, value]) => typeof value === 'string' && Object.hasOwn(textLimits, key) && value.length > textLimits[key]!,
  )
}
