import { isJsonObject } from '../../../shared/text/jsonObject'
import { formsOf, withoutSecretShapes } from './secretShapes'

const cut = '[secret]'
const secretKey = /api[-_]?key|token$|secret|password|passwd|authorization|credential|cookie/i
// Shorter values, such as "1" or "true", are not secrets, and redacting them everywhere would spoil the trace.
const shortestSecret = 8
/** A command-line option whose value, the next argument, is a secret. */
const secretOption = /^-[\w-]*(?:token|secret|password|passwd|api-?key)$/i

/**
 * Redacts secrets: values of `env` and `headers`, of fields named like keys, and the same values wherever they occur later.
 */
export class TraceSecrets {
  readonly #known = new Set<string>()
  readonly #stored: () => readonly string[]

  /** `stored` gives the secrets that the person has stored; more may be added later. */
  constructor(known: readonly string[], stored: () => readonly string[] = () => []) {
    this.#stored = stored
    known.forEach(value => this.#learn(value))
  }

  /** A value as JSON, with secrets redacted. */
  write(value: unknown): string {
    return this.clean(JSON.stringify(this.#cutFields(value)))
  }

  /** Text with the secrets redacted that are known by now. */
  clean(text: string): string {
    this.#stored().forEach(value => this.#learn(value))
    let clean = text
    for (const secret of this.#known)
      clean = clean.replaceAll(secret, cut)
    return withoutSecretShapes(clean, cut)
  }

  /** A copy with secrets redacted, including occurrences before the field that reveals them. */
  cut(value: unknown): unknown {
    return this.#cleanStrings(this.#cutFields(value), new Map())
  }

  /** `keys` are those that were cleaned already: the same few come again and again. */
  #cleanStrings(value: unknown, keys: Map<string, string>): unknown {
    if (typeof value === 'string')
      return this.clean(value)
    if (Array.isArray(value))
      return value.map(item => this.#cleanStrings(item, keys))
    if (!isJsonObject(value))
      return value
    const fields = new Map<string, unknown>()
    for (const [key, field] of Object.entries(value)) {
      const clean = keys.get(key) ?? this.clean(key)
      keys.set(key, clean)
      // Two keys that were cut stay two fields.
      fields.set(fields.has(clean) ? `${clean} ${fields.size}` : clean, this.#cleanStrings(field, keys))
    }
    return Object.fromEntries(fields)
  }

  #cutFields(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        typeof item === 'string' && secretOption.test(String(value[index - 1])) ? this.#learn(item) : this.#cutFields(item),
      )
    }
    if (!isJsonObject(value))
      return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => {
      if (key === 'env' || key === 'headers')
        return [key, this.#cutValues(field)]
      if (typeof field === 'string' && secretKey.test(key))
        return [key, this.#learn(field)]
      return [key, this.#cutFields(field)]
    }))
  }

  /** Pairs of name and value, or a map. */
  #cutValues(values: unknown): unknown {
    if (Array.isArray(values))
      return values.map(pair => isJsonObject(pair) && typeof pair.value === 'string' ? { ...pair, value: this.#learn(pair.value) } : pair)
    if (!isJsonObject(values))
      return values
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.#learn(String(value))]))
  }

  #learn(value: string): string {
    if (value.length >= shortestSecret && !this.#known.has(value))
      formsOf(value).forEach(form => this.#known.add(form))
    return cut
  }
}
