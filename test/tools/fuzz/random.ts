/** A reproducible sequence of random numbers (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to 1, exclusive. */
  fraction(): number {
    this.#state = (this.#state + 0x6D2B79F5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }

  chance(share: number): boolean {
    return this.fraction() < share
  }
}

/** Creates random numbers that depend only on the input, so that its file is enough to reproduce a failure. */
export function createRandom(input: Uint8Array): Random {
  let hash = 0x811C9DC5
  for (const byte of input)
    hash = Math.imul(hash ^ byte, 0x01000193)
  return new Random(hash)
}

/** Cuts into pieces of up to `most` bytes or characters. */
export function cut<T extends { readonly length: number, slice: (start: number, end?: number) => T }>(
  whole: T,
  random: Random,
  most: number,
): T[] {
  const pieces: T[] = []
  for (let start = 0; start < whole.length;) {
    const end = start + 1 + random.below(random.chance(0.5) ? Math.min(8, most) : most)
    pieces.push(whole.slice(start, end))
    start = end
  }
  return pieces
}
