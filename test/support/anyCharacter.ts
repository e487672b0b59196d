import fc from 'fast-check'

/** Any code point except lone surrogates. fast-check takes a second to prepare its own, `binary`. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_F7FF })
  .map(place => String.fromCodePoint(place < 0xD800 ? place : place + 0x800))
