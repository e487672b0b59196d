/** Counts a text's lines without copying it, as it may be megabytes. */
export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    count++
  return count
}
