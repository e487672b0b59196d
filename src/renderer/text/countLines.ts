/** How many lines a text has, found without a copy of it: it may be megabytes. */
export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
    count++
  return count
}
