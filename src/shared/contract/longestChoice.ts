/**
 * The maximum length, in characters, of a remembered choice or of a message drafted on Home. Fits a long message with a
 * pasted log.
 */
export const maxChoiceCharacters = 65_536
