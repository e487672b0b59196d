/** A part of Parley that reads foreign data, and its invariants. */
export interface FuzzTarget {
  readonly name: string
  /** The format of an input, so that some changes preserve it. */
  readonly shape: 'json' | 'json lines' | 'lines' | 'bytes'
  /** Patterns of the files to start from, below `test`. */
  readonly corpus: readonly string[]
  /** Throws where something does not hold. */
  readonly run: (input: Buffer) => void | Promise<void>
  /** Removes its files. */
  readonly close?: () => void | Promise<void>
}
