/** Strings shown before the window is connected to the host, and when the connection is lost. */
export const connectionWords = {
  connecting: 'Connecting to Parley…',
  lost: 'Can’t reach Parley. Reconnecting…',
  notReached: (why: string) => `Can’t reach Parley. Reconnecting… ${why}.`,
  retry: 'Retry',
} as const

/** How a scratch folder is called: its path is long and says nothing. */
export const scratchWords = {
  name: 'Scratch folder',
} as const
