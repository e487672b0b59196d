import fc from 'fast-check'

/** Any code point but half a surrogate pair. fast-check's own, `binary`, takes a second of the processor's time at first. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_F7FF })
  .map(place => String.fromCodePoint(place < 0xD800 ? place : place + 0x800))
