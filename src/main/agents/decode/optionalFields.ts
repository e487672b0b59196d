import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** What had to be changed or dropped, as short words for the trace. */
export type Repairs = string[]

/** Fields that may be absent or `null`, and what they must be otherwise. */
export type OptionalFields = Readonly<Record<string, (value: unknown) => boolean>>

/** The same object if each of these fields is valid or absent, otherwise a copy without the invalid ones. */
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

/** Only `_meta`, which every object may have. */
export const onlyMeta: OptionalFields = { _meta: isJsonObject }

/** Whether a value is text, also an empty one. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** An id of an agent: used as a key, never as a path. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256
}

/** A word of one of the protocol's lists, possibly one not known yet. */
export function isEnumValue(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 64
}

/** JSON can hold 1e999, which becomes infinite and cannot be stored. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** For counts of lines and bytes. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
