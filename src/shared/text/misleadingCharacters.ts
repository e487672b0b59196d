/** For a class of a regular expression: characters that turn the reading order of the text around them. */
export const turningCharacters = '\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069'

/**
 * For a class: characters that are none, are private or are half of one. Fonts draw all of them as the same box, or as
 * they like.
 */
export const shapelessCharacters = '\\p{Cn}\\p{Co}\\p{Cs}'

/**
 * For a class of a regular expression: characters that mislead a reader, as they turn the order or show nothing of
 * their own. Joiners, which scripts and emoji need, are not among them.
 */
export const misleadingCharacters = `${shapelessCharacters}${turningCharacters}\\u200B\\u2060-\\u2064\\uFEFF\\u{E0000}-\\u{E007F}`
