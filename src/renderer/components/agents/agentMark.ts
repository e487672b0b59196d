/** Number of tints in tokens.css, from `--mark-1`. */
const tints = 7

/** Two letters for an agent, and their tint, both derived from its name. */
export function deriveAgentMark(name: string): { readonly letters: string, readonly tint: number } {
  const [first = '?', second = ''] = name.match(/[\p{L}\p{N}]/gu) ?? []
  let hash = 0
  for (const character of name)
    hash = (hash * 31 + character.codePointAt(0)!) % 1_000_003
  return { letters: first.toUpperCase() + second.toLowerCase(), tint: hash % tints + 1 }
}
