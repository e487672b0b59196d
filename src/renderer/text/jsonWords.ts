/** A value as readable JSON; a lone string stays itself. */
export function jsonWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) ?? ''
}
