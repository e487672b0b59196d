import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** Shorter texts are kept: a path or a status says what happened. Longer ones are likely to be file contents or output. */
const longestKept = 120

/**
 * Copies the value without file contents and output: diffs, texts read and written, tool results, attachments, terminal output.
 * The conversation stays, and so do the names of the files and commands in it.
 */
export function redactContents(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(redactContents)
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, isContents(key, field, value) ? withSizes(field) : redactContents(field)]),
      )
    : value
}

const contentKeys = new Set(['oldText', 'newText', 'blob', 'output', 'rawOutput', 'rawInput'])

function isContents(key: string, field: unknown, owner: JsonObject): boolean {
  if (contentKeys.has(key))
    return true
  switch (key) {
    case 'content': // a file's text, or a tool's result; the agent's own words are a content block instead
      return typeof field === 'string' || owner.type === 'content'
    case 'data': // an image, a sound, or terminal output in `_meta`
      return typeof field === 'string'
    case 'resource':
      return owner.type === 'resource'
    default:
      return false
  }
}

/** The same structure, with each long text replaced by its size. */
function withSizes(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > longestKept ? `[left out: ${value.length} characters]` : value
  if (Array.isArray(value))
    return value.map(withSizes)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withSizes(field)])) : value
}
