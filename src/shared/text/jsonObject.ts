/** A JSON object with unknown fields. */
export type JsonObject = Record<string, unknown>

/** Whether a JSON value is an object, not `null` or an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
