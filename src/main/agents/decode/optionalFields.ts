import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** Short descriptions of repaired or dropped parts, for the trace. */
export type Repairs = string[]

/** Validators for fields that may also be absent or `null`. */
export type OptionalFields = Readonly<Record<string, (value: unknown) => boolean>>

/** Drops invalid optional fields. Returns the same object if all are valid. */
export function dropInvalidFields<T extends JsonObject>(fields: T, optional: OptionalFields, repairs: Repairs): T {
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

/** `_meta`, which every object may have. */
export const onlyMeta: OptionalFields = { _meta: isJsonObject }

/** Whether a value is a string, possibly empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Whether a value is a valid id. Ids from agents are used as keys, never as paths. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 256
}

/** Whether a value may be a member of one of ACP's enums, including members that it may add later. */
export function isEnumValue(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 64
}

/** Whether a value is a finite number. JSON can contain 1e999, which parses as Infinity and cannot be stored. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

/** Whether a value is a valid count of lines or bytes. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
