const maxWords = 1_000
const innermost = /\{([^{}]*)\}/g

/** Expands `{a,b}` in a word; `undefined` for `{1..9}` or too many results. */
export function expandBraces(text: string): readonly string[] | undefined {
  const words = new Set<string>()
  const left = [text]
  for (let word = left.pop(); word !== undefined; word = left.pop()) {
    const groups = [...word.matchAll(innermost)]
    if (words.size + left.length > maxWords || groups.some(([, choices]) => !choices!.includes(',') && choices!.includes('..')))
      return undefined
    const group = groups.find(([, choices]) => choices!.includes(','))
    if (group === undefined) {
      words.add(word)
      continue
    }
    const [before, after] = [word.slice(0, group.index), word.slice(group.index + group[0].length)]
    left.push(...group[1]!.split(',').map(choice => before + choice + after))
  }
  return [...words]
}
