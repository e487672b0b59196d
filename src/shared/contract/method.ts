import type { z } from 'zod'

/** A method between host and renderer: its parameters are checked, its result is typed only. */
export interface Method<P extends z.ZodType, R> {
  readonly params: P
  /** Never set: carries the type of the result. */
  readonly result?: R
}

/** Declares a method by its parameters, then its result. */
export function method<P extends z.ZodType>(params: P): { returns: <R>() => Method<P, R> } {
  return { returns: () => ({ params }) }
}
