/** What the open files beside a thread say. */
export const editorWords = {
  name: 'Open files',
  hide: 'Hide the open files',
  toggle: 'Show or hide the open files',
  conversation: 'conversation',
  opening: 'Opening…',
  close: (name: string) => `Close ${name}`,
  closeFile: 'Close the file',
  save: 'Save the file',
  addToMessage: 'Add the selection to the message',
  unsaved: 'not saved',

  find: {
    name: 'Find and replace',
  },

  goToLine: {
    name: 'Go to a line',
  },

  fresh: {
    next: 'Next lines by the agent',
    previous: 'Previous lines by the agent',
  },
} as const
