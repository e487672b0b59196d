import type { z } from 'zod'

/** A contract method. The host validates its parameters; its result is only typed. */
export interface Method<P extends z.ZodType, R> {
  readonly params: P
  /** Never set; only carries the result type. */
  readonly result?: R
}

/** Declares a method: parameter schema first, result type second. */
export function method<P extends z.ZodType>(params: P): { returns: <R>() => Method<P, R> } {
  return { returns: () => ({ params }) }
}
