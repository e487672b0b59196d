/** Values that IPC clones, as text and back. One function without outer names: its source also runs inside the page. */
export function valueText(): { write: (value: unknown) => string, read: (text: string) => unknown } {
  const pack = (value: unknown): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
      return value
    if (value === undefined)
      return { $: 'undefined' }
    if (Array.isArray(value))
      return value.map(pack)
    if (typeof value === 'object' && (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null))
      return { $: 'object', entries: Object.entries(value).map(([key, part]) => [key, pack(part)]) }
    throw new Error('An object could not be cloned: the electron-double passes plain values only.')
  }
  const unpack = (packed: unknown): unknown => {
    if (Array.isArray(packed))
      return packed.map(unpack)
    if (packed === null || typeof packed !== 'object')
      return packed
    const { $: kind, entries } = packed as { $: string, entries: [string, unknown][] } // `pack` makes no other objects
    return kind === 'undefined' ? undefined : Object.fromEntries(entries.map(([key, part]) => [key, unpack(part)]))
  }
  return { write: value => JSON.stringify(pack(value)), read: text => unpack(JSON.parse(text)) }
}
