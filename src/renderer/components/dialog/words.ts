/** What every dialog says. */
export const dialogWords = {
  close: 'Close',
  closeHint: 'Close (Escape)',
} as const
