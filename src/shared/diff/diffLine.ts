/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed'
  /** Without its line feed. */
  readonly text: string
  readonly oldNumber?: number
  readonly newNumber?: number
  /** Set if the file ends on this line without a line feed. */
  readonly isUnterminated?: true
  /** The text in pieces, with changed ones marked; only if the line has a counterpart. */
  readonly words?: readonly WordSpan[]
}

/** A piece of a changed line. */
export interface WordSpan {
  readonly text: string
  readonly isChanged: boolean
}
