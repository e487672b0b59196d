/**
 * More characters than these are not kept of what a person chose, or wrote on Home: a long message with a pasted log
 * fits.
 */
export const longestChoice = 65_536
