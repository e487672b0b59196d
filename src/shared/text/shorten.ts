/** Truncates a text to `maxCharacters`, ending in an ellipsis. Surrogate pairs are never split. */
export function shorten(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Joins a text into one line and truncates it. */
export function toOneLine(text: string, maxCharacters: number): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), maxCharacters)
}
