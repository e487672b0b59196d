/** Where a text was taken out of an event or entry: its hash, then the way to its place. */
export type PayloadPlace = readonly [hash: string, ...path: (string | number)[]]

/**
 * A text from this length on may stand apart from the log: four pages of the file. What an agent says in one batch is shorter; an image, a
 * sound or a
 * file is longer, and agents send those again and again.
 */
const payloadCharacters = 16 * 1024

/**
 * `value` with the hash in the place of each long text that `keep` gives one for, and where those were. What has none is the same object.
 */
export function takeOutPayloads<T>(value: T, keep: (text: string) => string | undefined): { rest: T, places: PayloadPlace[] } {
  const places: PayloadPlace[] = []
  if (!holdsPayload(value)) // nearly always: nothing is copied then
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
  return { rest: take(value, []) as T, places } // the same shape: only texts were replaced, by texts
}

/** Puts the texts back into what was just parsed. One that is gone leaves nothing in its place. */
export function putBackPayloads(value: unknown, places: readonly PayloadPlace[], read: (hash: string) => string | undefined): void {
  for (const [hash, ...path] of places) {
    const key = path.pop()
    const holder = path.reduce<unknown>((part, key) => (isHolder(part) && Object.hasOwn(part, key) ? part[key] : undefined), value)
    if (key !== undefined && isHolder(holder) && Object.hasOwn(holder, key))
      // whatever it is called, `__proto__` too
      Object.defineProperty(holder, key, { value: read(hash) ?? '', writable: true, enumerable: true, configurable: true })
  }
}

function holdsPayload(part: unknown): boolean {
  if (typeof part === 'string')
    return isPayload(part)
  return isHolder(part) && Object.values(part).some(holdsPayload)
}

/** Half a character pair is written as an escape in JSON, and cannot be written otherwise. */
function isPayload(text: string): boolean {
  return text.length >= payloadCharacters && text.isWellFormed()
}

function isHolder(part: unknown): part is Record<string | number, unknown> {
  return typeof part === 'object' && part !== null
}
