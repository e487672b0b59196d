import { isJsonObject } from '../text/jsonObject'

/** What comes over the wire has 256 levels at most, and a bundle puts a few around it. */
const maxDepth = 300

/** Whether a JSON value is nested so deeply that what shows, stores or copies it may run out of stack. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (Array.isArray(value))
    return depth >= maxDepth || value.some(item => isTooDeep(item, depth + 1))
  return isJsonObject(value) && (depth >= maxDepth || Object.values(value).some(item => isTooDeep(item, depth + 1)))
}
