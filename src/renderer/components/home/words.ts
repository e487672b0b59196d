/** What the page says where no thread is open. */
export const homeWords = {
  question: 'What needs doing?',
  recent: 'Recent threads',
  guards: [
    'What goes through Parley is guarded: an agent reaches files only in the folder that you give it, and you approve what is dangerous.',
    'An agent is a program with your rights. What it does by itself, beside Parley, is not confined.',
    'Every conversation stays on this machine. The Demo agent needs no account and no network.',
  ],
} as const
