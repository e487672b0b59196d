/** A part of Parley that reads what others wrote, and what must hold whatever they wrote. */
export interface FuzzTarget {
  readonly name: string
  /** What an input is made of, so that some changes keep its shape. */
  readonly shape: 'json' | 'json lines' | 'lines' | 'bytes'
  /** Patterns of the files to start from, below `test`. */
  readonly corpus: readonly string[]
  /** Throws where something does not hold. */
  readonly run: (input: Buffer) => void | Promise<void>
  /** Removes what it made on disk. */
  readonly close?: () => void | Promise<void>
}
