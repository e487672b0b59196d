/** The maximum number of paths looked up for one entry, and per call. */
export const maxLookups = 200
/** No operating system accepts a longer path. */
export const maxPathCharacters = 4_096
/** More folders than anyone expands; each costs a file-system watch. */
export const maxWatchedFolders = 500

/** The largest file that is opened, in bytes and in characters: editor and host stay fast up to here. */
export const maxTextSize = 20 * 1024 * 1024
/**
 * The longest text that a window sends at once: a WebSocket message may have 32 MB, and a character takes up to three
 * bytes.
 */
export const maxSentCharacters = 8_000_000
