/** The most that is opened, in bytes and characters: an editor stays quick with it, and so does the host. */
export const maxTextSize = 20 * 1024 * 1024
/** The longest text that a window sends at once: a message over a WebSocket may have 32 MB, and a character three bytes. */
export const maxSentCharacters = 8_000_000
