/** The location of an extracted text: its hash, then its path in the event or entry. */
export type PayloadPlace = readonly [hash: string, ...path: (string | number)[]]

/**
 * Texts of at least this length (four pages of the file) are stored separately from the log. A batch of an agent's
 * message is shorter. Images, sounds and files are longer, and agents send them repeatedly.
 */
const payloadCharacters = 16 * 1024

/**
 * Replaces each long text in `value` with the hash that `keep` returns, and lists the replaced places. Unchanged parts
 * are the same objects.
 */
export function extractPayloads<T>(
  value: T,
  keep: (text: string) => string | undefined,
): { rest: T, places: PayloadPlace[] } {
  const places: PayloadPlace[] = []
  if (!containsPayload(value)) // almost always; avoids a copy
    return { rest: value, places }
  const take = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof part === 'string') {
      const hash = isPayload(part) ? keep(part) : undefined
      if (hash === undefined)
        return part
      places.push([hash, ...path])
      return hash
    }
    if (!isContainer(part))
      return part
    const before = places.length
    const taken = Array.isArray(part)
      ? part.map((item, index) => take(item, [...path, index]))
      : Object.fromEntries(Object.entries(part).map(([key, item]) => [key, take(item, [...path, key])]))
    return places.length === before ? part : taken
  }
  return { rest: take(value, []) as T, places } // same type: texts were replaced with texts
}

/** Restores the texts in a parsed value. A missing one becomes empty. */
export function restorePayloads(
  value: unknown,
  places: readonly PayloadPlace[],
  read: (hash: string) => string | undefined,
): void {
  for (const [hash, ...path] of places) {
    const key = path.pop()
    const holder = path.reduce<unknown>(
      (part, key) => (isContainer(part) && Object.hasOwn(part, key) ? part[key] : undefined),
      value,
    )
    if (key !== undefined && isContainer(holder) && Object.hasOwn(holder, key)) {
      // works for any key, even `__proto__`
      Object.defineProperty(holder, key, {
        value: read(hash) ?? '',
        writable: true,
        enumerable: true,
        configurable: true,
      })
    }
  }
}

function containsPayload(part: unknown): boolean {
  if (typeof part === 'string')
    return isPayload(part)
  return isContainer(part) && Object.values(part).some(containsPayload)
}

/** A lone surrogate can't be stored in JSON except as an escape. */
function isPayload(text: string): boolean {
  return text.length >= payloadCharacters && text.isWellFormed()
}

function isContainer(part: unknown): part is Record<string | number, unknown> {
  return typeof part === 'object' && part !== null
}
