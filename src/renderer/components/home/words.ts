/** Strings of the page without an open thread. */
export const homeWords = {
  question: 'What needs doing?',
  recent: 'Recent threads',
  folders: 'Folders',
  startIn: (folder: string) => `Start in ${folder}`,
  guarded: 'What Parley guards',
  guards: [
    {
      title: 'It asks first',
      text: 'Through Parley, agents reach only files in the folder you choose, and you approve risky actions.',
    },
    {
      title: 'An agent is a program',
      text: 'It runs with your rights. Parley doesn’t confine what it does on its own.',
    },
    {
      title: 'Threads stay here',
      text: 'Parley keeps them on this machine; agents send their models what they need. '
        + 'The Demo agent needs no account and no network.',
    },
  ],
} as const
