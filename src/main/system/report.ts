/** Handles errors of unawaited work. `context`: what was being done. */
export type Report = (error: unknown, context?: string) => void
