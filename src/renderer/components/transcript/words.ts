/** What the list of a thread's entries says. */
export const transcriptWords = {
  name: 'Transcript',
  empty: 'Nothing has been said yet.',
  latest: 'Jump to latest',
  unseen: (count: number) => ` · ${count} new`,
  notOpened: 'The address was not opened',

  link: {
    title: 'Open this address?',
    copy: 'Copy address',
    cancel: 'Cancel',
    open: 'Open',
  },
} as const
