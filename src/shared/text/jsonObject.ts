/** An object from JSON with unknown fields. */
export type JsonObject = Record<string, unknown>

/** Whether a JSON value is an object: neither `null` nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
