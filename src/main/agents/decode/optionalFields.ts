import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** Notes what had to be changed or left out, as short words for the trace. */
export type Repairs = string[]

/** JsonObject that may be absent or `null`, and what they must be where they are neither. */
export type OptionalFields = Readonly<Record<string, (value: unknown) => boolean>>

/** The same object when each of these fields fits or is absent, else a copy without those that do not. */
export function dropMisfits<T extends JsonObject>(fields: T, optional: OptionalFields, repairs: Repairs): T {
  let kept = fields
  for (const key in optional) {
    const value = fields[key]
    if (value === undefined || value === null || optional[key]!(value))
      continue
    repairs.push(key)
    if (kept === fields)
      kept = { ...fields }
    delete kept[key]
  }
  return kept
}

/** `_meta` alone, which every object may have. */
export const onlyMeta: OptionalFields = { _meta: isJsonObject }

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** An id of an agent: used as a key, never as a path. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256
}

/** A word out of a list of the protocol's, or one that is not known yet. */
export function isWord(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 64
}

/** JSON can say 1e999, which is no number to store. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** Of lines and bytes. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
