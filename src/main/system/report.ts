/** Where what nobody waits for goes wrong is told. `context` says what was being done. */
export type Report = (error: unknown, context?: string) => void
