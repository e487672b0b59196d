/** At most `mostCharacters` of a text, with an ellipsis at the end if it is longer. No surrogate pair is cut in two. */
export function shorten(text: string, mostCharacters: number): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** A text on one line, shortened. */
export function oneLine(text: string, mostCharacters: number): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), mostCharacters)
}
