/** The maximum number of paths looked up for one entry, and per call. */
export const maxLookups = 200
/** No operating system accepts a longer path. */
export const maxPathCharacters = 4_096
/** More folders than anyone expands. Each needs a file system watch. */
export const maxWatchedFolders = 500

/** The largest file that can be opened, in bytes and in characters. Editor and host are fast up to this size. */
export const maxTextSize = 20 * 1024 * 1024
/**
 * The longest text that a window sends at once: a WebSocket message may have 32 MB, and a character takes up to three
 * bytes.
 */
export const maxSentCharacters = 8_000_000
