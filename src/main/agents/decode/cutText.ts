/** The beginning of a text that is too long to be shown or kept; as a text of its own, since a slice would keep the whole alive. */
export function cutText(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters)
    return text
  // Not within a pair.
  return `${Buffer.from(text.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')).toString()}…`
}
