/** An object out of JSON of which nothing is known yet. */
export type Fields = Record<string, unknown>

/** Whether a JSON value is an object: neither `null` nor an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
