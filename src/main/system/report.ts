/** Reports errors of background work. `context` describes the operation. */
export type Report = (error: unknown, context?: string) => void
