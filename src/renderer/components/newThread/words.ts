/** What the form that starts a thread says. */
export const newThreadWords = {
  title: 'New thread',
  continueTitle: 'Continue with another agent',
  continues: (title: string) =>
    `Starts a new thread. The transcript of “${title}” can be attached to your first message. That thread stays as it is.`,
  message: 'Message',
  messageHint: 'Describe the task',
  notSent: 'Your message was not sent',
  start: 'Start',
  starting: 'Starting…',
  startHint: 'Starts this command in this folder (Enter)',
  trust: 'Starting means you trust this command in this folder.',
  nothingToStart: 'There is nothing to start yet: choose an agent that is installed.',
  folderMissing: 'Choose a folder for this thread, or “No folder”.',
  commandChanged: 'The command has changed since it was shown. Check it again, then start.',
}

/** What the folders of a thread say. */
export const folderWords = {
  folder: 'Folder',
  folderExample: '/home/you/project',
  folderHint: 'The agent may read and change files in it.',
  chip: (name: string) => `Folder: ${name}`,
  none: 'No folder',
  scratchHint: 'Parley lends the thread an empty scratch folder, and deletes it with the thread. No other thread reaches it.',
  choose: 'Choose folder',
  add: 'Add another folder',
  recent: 'Recent folders',
  further: (number: number) => `Folder ${number}`,
  furtherExample: '/home/you/another',
  furtherHint: 'The agent may also read and change files in these, if it supports more than one folder. Otherwise the thread says so.',
  chooseFurther: 'Choose',
  chooseFurtherNumber: (number: number) => `Choose folder ${number}`,
  remove: 'Remove',
  removeNumber: (number: number) => `Remove folder ${number}`,
}
