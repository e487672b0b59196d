/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed'
  /** Without its line feed. */
  readonly text: string
  readonly oldNumber?: number
  readonly newNumber?: number
  /** The last line of the file, without a line feed. */
  readonly isUnterminated?: true
  /** The text in spans, changed ones marked; only if the line has a counterpart. */
  readonly words?: readonly WordSpan[]
}

/** A span of a changed line. */
export interface WordSpan {
  readonly text: string
  readonly isChanged: boolean
}
