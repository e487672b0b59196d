import { isJsonObject } from '../../../shared/text/jsonObject'

/** The overhead of an object, an array, a field or an item. */
const partBytes = 48

/** Estimates a JSON value's size in memory, which far exceeds its text if it has many small parts. */
export function estimateBytes(value: unknown): number {
  if (typeof value === 'string')
    return value.length
  if (Array.isArray(value))
    return value.reduce((sum: number, item) => sum + partBytes + estimateBytes(item), partBytes)
  if (!isJsonObject(value))
    return 0
  let sum = partBytes
  for (const key in value)
    sum += partBytes + key.length + estimateBytes(value[key])
  return sum
}
