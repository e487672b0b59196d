/** One line of a diff. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed'
  /** Without its line feed. */
  readonly text: string
  readonly oldNumber?: number
  readonly newNumber?: number
  /** Set where the file ends without a line feed on this line. */
  readonly isUnterminated?: true
  /** The text in pieces, those that changed marked; only where the line has a counterpart. */
  readonly words?: readonly WordSpan[]
}

/** A piece of a changed line. */
export interface WordSpan {
  readonly text: string
  readonly isChanged: boolean
}
