/** So many paths of one entry are looked up, and so many at once. */
export const maxLookups = 200
/** No system takes a longer path. */
export const maxPathCharacters = 4_096
