/** Characters of an object or array shown in its line. */
const lineLength = 60

/** A JSON value on one line, and whether that is complete. Only the beginning of long values is examined. */
export function jsonSummary(value: unknown): { readonly text: string, readonly isWhole: boolean } {
  if (typeof value !== 'object' || value === null)
    return { text: JSON.stringify(value) ?? '', isWhole: true }
  const text = written(value, '')
  return text.length > lineLength ? { text: `${text.slice(0, lineLength)}…`, isWhole: false } : { text, isWhole: true }
}

/** Whether a JSON value contains at most that many values, at any depth. */
export function isSmall(value: unknown, most: number): boolean {
  return leftOf(value, most) >= 0
}

/** `most` minus the number of values inside a value; counting stops below zero. */
function leftOf(value: unknown, most: number): number {
  let left = most
  if (typeof value !== 'object' || value === null)
    return left
  for (const key in value) {
    left = leftOf((value as Record<string, unknown>)[key], left - 1)
    if (left < 0)
      return left
  }
  return left
}

/** Appends a value to a line up to its limit. */
function written(value: unknown, line: string): string {
  if (typeof value === 'string')
    return line + JSON.stringify(value.slice(0, 2 * lineLength))
  if (typeof value !== 'object' || value === null)
    return line + JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  let longer = line + open
  for (const key in value) {
    if (longer.length > lineLength)
      return longer
    const before = longer === line + open ? '' : ', '
    const name = Array.isArray(value) ? '' : `${key.slice(0, 2 * lineLength)}: `
    longer = written((value as Record<string, unknown>)[key], longer + before + name) // arrays and objects
  }
  return longer + close
}
