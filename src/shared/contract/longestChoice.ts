/**
 * The maximum length, in characters, of a remembered choice or of a message drafted on Home. Long enough for a message
 * with a pasted log.
 */
export const maxChoiceCharacters = 65_536
