/** Strings shown before the window is connected to the host, and when the connection is lost. */
export const connectionWords = {
  connecting: 'Connecting to Parley…',
  lost: 'Can’t reach Parley. Reconnecting…',
  notReached: (why: string) => `Can’t reach Parley. Reconnecting… ${why}.`,
  retry: 'Retry',
} as const

/** Name of a scratch folder, whose path is long and meaningless. */
export const scratchWords = {
  name: 'Scratch folder',
} as const
