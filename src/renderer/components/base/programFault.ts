/** The failure of a tested program. */
export interface ProgramFault {
  readonly isRight: false
  readonly why: string
  /** Its last output. */
  readonly details?: string | undefined
}
