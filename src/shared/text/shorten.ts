/** At most `maxCharacters` of a text, with an ellipsis at the end if it is longer. No surrogate pair is cut in two. */
export function shorten(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A text on one line, shortened. */
export function oneLine(text: string, maxCharacters: number): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), maxCharacters)
}
