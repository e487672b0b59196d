/** How much an agent did without asking, and the mode that it was in. */
export interface UnaskedDeeds {
  readonly changes: number
  readonly commands: number
  /** Commands that only read, which the person lets run. */
  readonly reads?: number
  readonly mode?: string
}
