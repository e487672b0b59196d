/** Regex class content: characters that change the direction of the text around them. */
export const turningCharacters = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'

/**
 * Regex class content: unassigned, private-use and surrogate code points. Fonts draw them as identical boxes, or
 * arbitrarily.
 */
export const shapelessCharacters = '\\p{Cn}\\p{Co}\\p{Cs}'

/**
 * Regex class content: characters that mislead readers by changing the direction or by being invisible. Excludes
 * joiners, which scripts and emoji need.
 */
export const misleadingCharacters = `${shapelessCharacters}${turningCharacters}\\u200B\\u2060-\\u2064\\uFEFF\\u{E0000}-\\u{E007F}`
