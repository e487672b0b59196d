/** What is wrong with a program that was tested. */
export interface ProgramFault {
  readonly isRight: false
  readonly why: string
  /** What it printed last. */
  readonly details?: string | undefined
}
