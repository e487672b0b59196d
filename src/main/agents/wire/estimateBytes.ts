import { isJsonObject } from '../../../shared/text/jsonObject'

/** Of an object, an array, or an item of one. */
const partBytes = 48

/** About how many bytes a JSON value takes in memory: much more than its text if it is made of many small parts. */
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
