/** What every dialog says. */
export const dialogWords = {
  close: 'Close',
  closeHint: 'Close (Escape)',
  more: (count: number) => `${count} more: type to find them.`,
} as const
