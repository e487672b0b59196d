/** What the page says where no thread is open. */
export const homeWords = {
  question: 'What needs doing?',
  recent: 'Recent threads',
  folders: 'Folders',
  startIn: (folder: string) => `Start in ${folder}`,
  guarded: 'What Parley guards',
  guards: [
    {
      title: 'It asks first',
      text: 'What goes through Parley is guarded: files only in the folder that you give it, and you approve what is dangerous.',
    },
    {
      title: 'An agent is a program',
      text: 'It runs with your rights. What it does on its own, outside Parley, is not confined.',
    },
    {
      title: 'Threads stay here',
      text: 'Parley keeps them on this machine; an agent sends its model what it needs. The Demo agent needs no account and no network.',
    },
  ],
} as const
