/** Maximum characters of an object's or array's summary. */
const lineLength = 60

/**
 * Summarizes a JSON value on one line. `isWhole` tells whether the line is complete. Reads only the start of long
 * values.
 */
export function summarizeJson(value: unknown): { readonly text: string, readonly isWhole: boolean } {
  if (typeof value !== 'object' || value === null)
    return { text: JSON.stringify(value) ?? '', isWhole: true }
  const text = appendJson(value, '')
  return text.length > lineLength ? { text: `${text.slice(0, lineLength)}…`, isWhole: false } : { text, isWhole: true }
}

/** Whether a JSON value contains at most `maxValues` values, at any depth. */
export function isSmall(value: unknown, maxValues: number): boolean {
  return countDown(value, maxValues) >= 0
}

/** Subtracts the number of nested values from `budget`. Stops below zero. */
function countDown(value: unknown, budget: number): number {
  let remaining = budget
  if (typeof value !== 'object' || value === null)
    return remaining
  for (const key in value) {
    remaining = countDown((value as Record<string, unknown>)[key], remaining - 1)
    if (remaining < 0)
      return remaining
  }
  return remaining
}

/** Appends JSON to a line until it exceeds the limit. */
function appendJson(value: unknown, line: string): string {
  if (typeof value === 'string')
    return line + JSON.stringify(value.slice(0, 2 * lineLength))
  if (typeof value !== 'object' || value === null)
    return line + JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let text = line + open
  for (const key in value) {
    if (text.length > lineLength)
      return text
    const before = text === line + open ? '' : ', '
    const name = Array.isArray(value) ? '' : `${key.slice(0, 2 * lineLength)}: `
    text = appendJson((value as Record<string, unknown>)[key], text + before + name) // arrays and objects
  }
  return text + close
}
