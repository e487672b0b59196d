import { isJsonObject } from '../text/jsonObject'

/** Messages have at most 256 levels, and a bundle adds a few. */
const maxDepth = 300

/** Whether a JSON value is nested so deeply that code that shows, stores or copies it may overflow the stack. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (Array.isArray(value))
    return depth >= maxDepth || value.some(item => isTooDeep(item, depth + 1))
  return isJsonObject(value) && (depth >= maxDepth || Object.values(value).some(item => isTooDeep(item, depth + 1)))
}
