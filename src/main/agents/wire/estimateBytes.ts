import { isJsonObject } from '../../../shared/text/jsonObject'

/** An object, a list, or a place in one. */
const partBytes = 48

/** About how many bytes a JSON value takes in memory: millions of empty objects fit into a line that is not long at all. */
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
