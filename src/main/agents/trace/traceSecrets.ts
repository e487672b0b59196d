import { isJsonObject } from '../../../shared/text/jsonObject'

/** API keys with a well-known prefix. */
const prefixedKeys = [
  'sk-[\\w-]{20,}',
  'parley_files_[\\w-]{43}',
  '[rs]k_(?:live|test)_\\w{16,}',
  'gh[opusr]_\\w{30,}',
  'github_pat_\\w{30,}',
  'glpat-[\\w-]{20,}',
  'npm_\\w{30,}',
  'hf_\\w{30,}',
  'xox[abprs]-[\\w-]{10,}',
  'xapp-[\\w-]{10,}',
  'AKIA[0-9A-Z]{16}',
  'AIza[\\w-]{35}',
]

/** Patterns of secrets in plain text: command output, log lines, URLs. */
const shapes: readonly RegExp[] = [
  new RegExp(`\\b(?:${prefixedKeys.join('|')})`, 'g'),
  /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /(?<=\b(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{16,}/g,
  // The password in a URL: `https://name:password@host`.
  /(?<=[a-z]:\/\/[^\s/@:"'\\]{0,100}:)[^\s/@"'\\]{1,200}(?=@)/gi,
  // A value after a name such as in `API_KEY=...`, `--token ...` or `"password": "..."`, also in JSON within a string.
  // The first two require a digit, which identifiers in code rarely have.
  /(?<=(?:token|secret|password|passwd|api[-_]?key|access[-_]?key|private[-_]?key)[=]["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<=--[\w-]{0,40}(?:token|secret|password|passwd|api-?key) ["'\\]{0,2})(?=[\w.~+/-]*\d)[\w.~+/=-]{8,}/gi,
  /(?<="[\w-]{0,40}(?:token|secret|password|passwd|api[-_]?key|authorization|cookie)\\{0,3}"\s?:\s?\\{0,3}")[^"\\]{8,}/gi,
]

/** Shorter encoded fragments could match unrelated text. */
const shortestEncoded = 10
const cut = '[secret]'
const secretKey = /api[-_]?key|token$|secret|password|passwd|authorization|credential|cookie/i
// Shorter values, such as "1" or "true", are not secrets, and redacting them would make the trace unreadable.
const shortestSecret = 8
/** A command-line option whose value is the next argument. */
const secretOption = /^-[\w-]*(?:token|secret|password|passwd|api-?key)$/i

/**
 * Redacts secrets: values of `env`, of `headers` and of fields named like keys, and later occurrences of those values.
 */
export class TraceSecrets {
  readonly #known = new Set<string>()
  readonly #stored: () => readonly string[]

  /** `stored` returns the person's stored secrets. It is called on each use, because they may change. */
  constructor(known: readonly string[], stored: () => readonly string[] = () => []) {
    this.#stored = stored
    known.forEach(value => this.#learn(value))
  }

  /** Serializes a value as JSON and redacts secrets. */
  write(value: unknown): string {
    return this.clean(JSON.stringify(this.#cutFields(value)))
  }

  /** Redacts the secrets known so far in `text`. */
  clean(text: string): string {
    this.#stored().forEach(value => this.#learn(value))
    let clean = text
    for (const secret of this.#known)
      clean = clean.replaceAll(secret, cut)
    return redactSecretShapes(clean, cut)
  }

  /** Learns the secrets in a value of which only parts are then redacted at a time. */
  learn(value: unknown): void {
    this.#cutFields(value)
  }

  /**
   * Returns a redacted copy. Also covers occurrences that precede the field that reveals the secret. `keys` caches
   * redacted keys, because the same few recur.
   */
  cut(value: unknown, keys = new Map<string, string>()): unknown {
    return this.#cleanStrings(this.#cutFields(value), keys)
  }

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
      // Keep both fields if two redacted keys are equal.
      fields.set(fields.has(clean) ? `${clean} ${fields.size}` : clean, this.#cleanStrings(field, keys))
    }
    return Object.fromEntries(fields)
  }

  #cutFields(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item, index) =>
        typeof item === 'string' && secretOption.test(String(value[index - 1]))
          ? this.#learn(item)
          : this.#cutFields(item),
      )
    }
    if (!isJsonObject(value))
      return value
    return Object.fromEntries(Object.entries(value).map(([key, field]) => {
      if (key === 'env' || key === 'headers')
        return [key, this.#cutValues(field, typeof value.sessionId === 'string' ? value.sessionId : undefined)]
      if (typeof field === 'string' && secretKey.test(key))
        return [key, this.#learn(field)]
      return [key, this.#cutFields(field)]
    }))
  }

  /**
   * Redacts name-value pairs or a map. `open` is the session's id, which some agents pass to their commands; it is in
   * every message and is not a secret.
   */
  #cutValues(values: unknown, open: string | undefined): unknown {
    const learn = (value: string): string => value === open ? value : this.#learn(value)
    if (Array.isArray(values)) {
      return values.map(pair =>
        isJsonObject(pair) && typeof pair.value === 'string' ? { ...pair, value: learn(pair.value) } : pair)
    }
    if (!isJsonObject(values))
      return values
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, learn(String(value))]))
  }

  #learn(value: string): string {
    if (value.length >= shortestSecret && !this.#known.has(value))
      listEncodedForms(value).forEach(form => this.#known.add(form))
    return cut
  }
}

function redactSecretShapes(text: string, cut: string): string {
  return shapes.reduce((clean, shape) => clean.replace(shape, cut), text)
}

/** The encodings of a secret to look for: plain, JSON, URL, and base64 at each of the three byte offsets. */
function listEncodedForms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const encoded = [0, 1, 2].map((before) => {
    // Exclude characters that also encode neighbouring bytes.
    const text = Buffer.concat([new Uint8Array(before), bytes]).toString('base64')
    return text.slice(before === 0 ? 0 : before + 1, Math.floor((before + bytes.length) / 3) * 4)
  }).filter(text => text.length >= shortestEncoded)
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret.toWellFormed()),
      ...encoded,
      ...encoded.map(text => text.replaceAll('+', '-').replaceAll('/', '_')),
    ]),
  ]
}
