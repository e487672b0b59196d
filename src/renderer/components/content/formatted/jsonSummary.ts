/** How many characters of an object or array its line shows. */
const lineLength = 60

/**
 * A value of JSON on one line, and whether that line says all of it. Of what is long, only the beginning is looked at.
 */
export function jsonSummary(value: unknown): { readonly text: string, readonly isWhole: boolean } {
  if (typeof value !== 'object' || value === null)
    return { text: JSON.stringify(value) ?? '', isWhole: true }
  const text = written(value, '')
  return text.length > lineLength ? { text: `${text.slice(0, lineLength)}…`, isWhole: false } : { text, isWhole: true }
}

/** Whether a value of JSON holds no more others than that, however deep they lie. */
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

/** Adds a value to a line, as far as the line goes. */
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
    longer = written((value as Record<string, unknown>)[key], longer + before + name) // both have their values by key
  }
  return longer + close
}
