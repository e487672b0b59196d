/** What could not be seen before a prompt was sent. */
export interface Beginning {
  /** What of the folders was not recorded then, in the ledgers' words. */
  readonly gaps: readonly string[]
  /** The prompt was sent before, or although, they answered. */
  readonly fault?: 'late' | 'failed'
}

const faultWords = {
  late: 'The folder was still being looked at when this turn began: what changed in its first seconds may be missing, or count as outside.',
  failed: 'The beginning of this turn could not be recorded: its changes may be missing.',
} as const

/** What a turn's summary says of its beginning, where that is not what is true of its end as well (`gaps`). */
export function beginningWords(beginning: Beginning, gaps: readonly (string | undefined)[]): string[] {
  const before = [...new Set(beginning.gaps)].filter(gap => !gaps.includes(gap))
  return [...beginning.fault ? [faultWords[beginning.fault]] : [], ...before.map(gap => `As the turn began: ${gap}`)]
}
