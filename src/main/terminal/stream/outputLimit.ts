const defaultBytes = 1024 * 1024
const mostBytes = 16 * 1024 * 1024
/** Of all terminals that an agent holds. Where it is used up, each further one gets no more than the default. */
const mostTogether = 64 * 1024 * 1024

/** How much of a command's output is kept for an agent that asks for `asked` and holds terminals with limits of `held` already. */
export function outputLimit(asked: number | null | undefined, held: readonly number[]): { bytes: number, isCut: boolean } {
  const wanted = Math.min(Math.max(0, Math.floor(asked ?? defaultBytes)), mostBytes)
  const left = mostTogether - held.reduce((sum, bytes) => sum + bytes, 0)
  const bytes = Math.min(wanted, Math.max(left, defaultBytes))
  return { bytes, isCut: bytes < wanted }
}
