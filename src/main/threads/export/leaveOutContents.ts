import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

/** Shorter texts, such as a path or a status, say what happened; longer ones are what was in a file or was printed. */
const longestKept = 120

/**
 * A copy without what is in files and what commands printed: diffs, texts read and written, results of tools, attachments, output.
 * What was said, and which files and commands it was about, stays.
 */
export function leaveOutContents(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(leaveOutContents)
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, isContents(key, field, value) ? emptied(field) : leaveOutContents(field)]),
      )
    : value
}

const contentKeys = new Set(['oldText', 'newText', 'blob', 'output', 'rawOutput', 'rawInput'])

function isContents(key: string, field: unknown, owner: JsonObject): boolean {
  if (contentKeys.has(key))
    return true
  switch (key) {
    case 'content': // of a file as a text, or as what a tool gave back; what the agent says is a block of its own
      return typeof field === 'string' || owner.type === 'content'
    case 'data': // of a picture, a sound, or a terminal in `_meta`
      return typeof field === 'string'
    case 'resource':
      return owner.type === 'resource'
    default:
      return false
  }
}

/** The same shape, its long texts replaced by their size. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > longestKept ? `[left out: ${value.length} characters]` : value
  if (Array.isArray(value))
    return value.map(emptied)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, emptied(field)])) : value
}
