import { type output, ZodError, type ZodType } from 'zod'

/** The result of parsing. */
type Checked<T>
  = | { readonly success: true, readonly data: T, readonly error?: undefined }
    | { readonly success: false, readonly data?: undefined, readonly error: ZodError }

/**
 * `schema.safeParse` for untrusted values. zod reads `length` even of objects and throws if it cannot compare the
 * value; here that is an ordinary failure.
 */
export function safeParse<S extends ZodType>(schema: S, value: unknown): Checked<output<S>> {
  try {
    return schema.safeParse(value)
  }
  catch (error) {
    if (!(error instanceof TypeError))
      throw error
    return {
      success: false,
      error: new ZodError([{ code: 'custom', path: [], message: 'This cannot be read.', input: undefined }]),
    }
  }
}

/** Returns the parsed value or throws a `ZodError`. */
export function parse<S extends ZodType>(schema: S, value: unknown): output<S> {
  const checked = safeParse(schema, value)
  if (!checked.success)
    throw checked.error
  return checked.data
}
