/** Strings of the dialog with an agent's own sessions. */
export const sessionWords = {
  title: 'Earlier sessions',
  asking: (agentName: string) => `Asking ${agentName} for its sessions…`,
  folderMissing: 'Choose the folder whose sessions you want to see.',

  agent: 'Agent',
  folder: 'Folder',
  folderExample: '/home/you/project',
  chooseFolder: 'Choose folder',
  allFolders: 'Sessions of all folders',
  ask: 'Show sessions',
  askHint: 'Starts the agent if needed and asks for its sessions (Enter)',

  cannotListButKnown: (agentName: string) => `${agentName} does not list its sessions. These are Parley’s threads with it.`,
  cannotList: (agentName: string) => `${agentName} does not list its sessions. Parley has no thread with it here.`,
  none: (agentName: string) => `${agentName} has no sessions yet.`,
  noneInFolder: (agentName: string) => `${agentName} has no sessions in this folder.`,
  isCut: (agentName: string) => `${agentName} listed more sessions at once than Parley can show; some are left out.`,

  search: 'Search sessions',
  list: 'Sessions',
  untitled: 'Untitled session',
  inParley: 'in Parley',
  noneMatches: (search: string) => `No session matches “${search}”.`,
  noneMatchesYet: (search: string) => `No session matches “${search}” so far.`,
  more: 'Show more',
  loading: 'Asking…',

  signInNeeded: (agentName: string) => `${agentName} needs a sign-in.`,
  signIn: 'Sign in',
  signInHint: 'Opens a thread for the sign-in',
  commandChanged: 'The command has changed since it was shown. Check it again, then show the sessions.',
  failed: 'The sessions were not listed.',
  retry: 'Retry',
}

/** Strings of the chosen session's details. */
export const sessionDetailWords = {
  title: 'Chosen session',
  quoted: (title: string) => `“${title}”`,
  thisSession: 'this session',
  isThread: (session: string) => `Parley already has ${session} as a thread.`,
  cannotOpen: (agentName: string) => `${agentName} lists its sessions but can’t reopen them.`,
  opening: (session: string) => `Opening ${session}`,
  opens: 'Opens',
  folder: 'In',
  command: 'Runs',
  further: 'Also in',

  askDelete: 'Delete this session?',
  aboutDelete: (agentName: string, session: string) => `${agentName} deletes ${session} for good. Parley can’t restore it.`,
  confirmDelete: 'Delete it',
  deleting: 'Deleting…',
  keep: 'Keep it',
  deleteWithThread: 'To delete it, delete its thread.',
  delete: 'Delete',
  deleteHint: 'Asks the agent to delete it',
  goToThread: 'Go to thread',
  open: 'Open',
  openBusy: 'Opening…',
  openHint: 'Continues it in a thread (Enter)',
}
