import type { JumpKind } from '../../../shared/thread/jumpPlaces'

/** Strings of the list of a thread's entries. */
export const transcriptWords = {
  name: 'Transcript',
  empty: 'Nothing has been said yet.',
  latest: 'Jump to latest',
  unseen: (count: number) => ` · ${count} new`,
  notOpened: 'The address was not opened',

  jump: {
    next: (kind: JumpKind) => `Next ${kind}`,
    previous: (kind: JumpKind) => `Previous ${kind}`,
    failed: (kind: JumpKind) => `Earlier entries could not be searched for a previous ${kind}`,
    none: (kind: JumpKind, step: 1 | -1) => `No ${kind} ${step > 0 ? 'further down' : 'further up'}`,
  },

  menu: {
    name: 'Copy',
    selection: 'Copy selection',
    address: 'Copy address',
    code: 'Copy text',
    path: 'Copy path',
    title: 'Copy title',
    result: 'Copy result',
    markdown: 'Copy as Markdown',
    turn: 'Copy turn as Markdown',
    failed: 'Not copied',
  },

  link: {
    title: 'Open this address?',
    copy: 'Copy address',
    cancel: 'Cancel',
    open: 'Open',
  },
} as const
