/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** From `from` to `to`, inclusive. */
export function pickBetween(random: () => number, from: number, to: number): number {
  return from + Math.floor(random() * (to - from + 1))
}

/** A few lines of few kinds, with either line ending, possibly none at the end, possibly empty. */
export function makeRandomText(random: () => number): string {
  const ending = random() < 0.3 ? '\r\n' : '\n'
  const lines = Array.from({ length: pickBetween(random, 0, 12) }, () => 'abcdefgh'[pickBetween(random, 0, 7)])
  return lines.join(ending) + (lines.length > 0 && random() < 0.7 ? ending : '')
}

/** The text with a few lines changed, removed or added. */
export function editRandomly(random: () => number, text: string, word: () => string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  for (let edits = pickBetween(random, 1, 3); edits > 0; edits--) {
    const at = pickBetween(random, 0, Math.max(0, lines.length - 1))
    const dice = random()
    const added = dice < 0.7 ? [`${word()}\n`] : []
    lines.splice(at, dice < 0.35 ? 0 : pickBetween(random, 1, 2), ...added)
  }
  return lines.join('')
}
