/** The longest text that a window sends to be merged: a message over a WebSocket may have 32 MB, and a character three bytes. */
export const maxMergedCharacters = 8_000_000
