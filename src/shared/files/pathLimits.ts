/** How many paths of one entry are looked up, and how many in one call. */
export const maxLookups = 200
/** No system takes a longer path. */
export const maxPathCharacters = 4_096
/** More folders than anybody has unfolded; each costs the system one watch. */
export const maxWatchedFolders = 500
