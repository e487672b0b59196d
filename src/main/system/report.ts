/** Gets the errors of work that nothing waits for. `context` says what was being done. */
export type Report = (error: unknown, context?: string) => void
