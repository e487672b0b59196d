/** How many paths of one entry are looked up, and how many in one call. */
export const maxLookups = 200
/** No system takes a longer path. */
export const maxPathCharacters = 4_096
/** More folders than anyone has unfolded; each costs the system one watch. */
export const maxWatchedFolders = 500

/** The most that is opened, in bytes and characters: an editor stays quick with it, and so does the host. */
export const maxTextSize = 20 * 1024 * 1024
/**
 * The longest text that a window sends at once: a message over a WebSocket may have 32 MB, and a character three bytes.
 */
export const maxSentCharacters = 8_000_000
