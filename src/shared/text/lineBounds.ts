/** Where the line begins that `at` is in. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 // a negative place would count as the first
}

/** Where the line ends that `at` is in, after its line feed. */
export function lineEnd(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed < 0 ? text.length : feed + 1
}
