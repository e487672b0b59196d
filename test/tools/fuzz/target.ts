/** A part of Parley that reads foreign data, and its invariants. */
export interface FuzzTarget {
  readonly name: string
  /** The format of inputs, which some changes preserve. */
  readonly shape: 'json' | 'json lines' | 'lines' | 'bytes'
  /** Patterns of corpus files, below `test`. */
  readonly corpus: readonly string[]
  /** Throws if an invariant does not hold. */
  readonly run: (input: Buffer) => void | Promise<void>
  /** Removes its files. */
  readonly close?: () => void | Promise<void>
}
