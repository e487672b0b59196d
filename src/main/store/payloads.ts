/** Where a text was taken out of an event or entry: its hash, then the path of its place. */
export type PayloadPlace = readonly [hash: string, ...path: (string | number)[]]

/**
 * Texts from this length on, four pages of the file, may be stored apart from the log. A batch of an agent's message is
 * shorter; images, sounds and files are longer, and agents send those repeatedly.
 */
const payloadCharacters = 16 * 1024

/**
 * `value` with each long text replaced by the hash that `keep` gives for it, and their places. Unchanged parts are the
 * same objects.
 */
export function extractPayloads<T>(value: T, keep: (text: string) => string | undefined): { rest: T, places: PayloadPlace[] } {
  const places: PayloadPlace[] = []
  if (!holdsPayload(value)) // nearly always, and then nothing is copied
    return { rest: value, places }
  const take = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof part === 'string') {
      const hash = isPayload(part) ? keep(part) : undefined
      if (hash === undefined)
        return part
      places.push([hash, ...path])
      return hash
    }
    if (!isHolder(part))
      return part
    const before = places.length
    const taken = Array.isArray(part)
      ? part.map((item, index) => take(item, [...path, index]))
      : Object.fromEntries(Object.entries(part).map(([key, item]) => [key, take(item, [...path, key])]))
    return places.length === before ? part : taken
  }
  return { rest: take(value, []) as T, places } // the same type: texts were replaced by texts
}

/** Puts the texts back into a parsed value. A missing one becomes an empty text. */
export function putBackPayloads(value: unknown, places: readonly PayloadPlace[], read: (hash: string) => string | undefined): void {
  for (const [hash, ...path] of places) {
    const key = path.pop()
    const holder = path.reduce<unknown>((part, key) => (isHolder(part) && Object.hasOwn(part, key) ? part[key] : undefined), value)
    if (key !== undefined && isHolder(holder) && Object.hasOwn(holder, key))
      // works for any key, even `__proto__`
      Object.defineProperty(holder, key, { value: read(hash) ?? '', writable: true, enumerable: true, configurable: true })
  }
}

function holdsPayload(part: unknown): boolean {
  if (typeof part === 'string')
    return isPayload(part)
  return isHolder(part) && Object.values(part).some(holdsPayload)
}

/** A lone surrogate can only be stored as an escape in JSON. */
function isPayload(text: string): boolean {
  return text.length >= payloadCharacters && text.isWellFormed()
}

function isHolder(part: unknown): part is Record<string | number, unknown> {
  return typeof part === 'object' && part !== null
}
