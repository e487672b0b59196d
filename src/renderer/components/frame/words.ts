import { visibleName } from '../../text/visibleText'

/** Strings of the window's frame. */
export const frameWords = {
  app: 'Parley',
  retry: 'Retry',
  dismiss: 'Dismiss',
  environmentNotRead: 'Couldn’t read the environment',

  actions: {
    newThread: 'New thread',
    palette: 'Command palette',
    settings: 'Settings',
    rules: 'Rules',
    decisions: 'Decisions',
    refreshEnvironment: 'Reload the shell’s environment',
    sessions: 'Earlier sessions of an agent',
    mcpServers: 'MCP servers',
    toggleThreads: 'Show or hide the threads',
    nextThread: 'Next thread',
    previousThread: 'Previous thread',
  },

  side: {
    name: 'Sidebar',
    threads: 'Threads',
    commands: 'Commands',
    commandsHint: 'Command palette',
    column: 'threads',
    show: 'Show threads',
    hide: 'Hide threads',
    newThread: 'New thread',
    home: 'Home',
    or: ' or ',
    notRead: (why: string) => `Couldn’t read the threads: ${why}`,
    settings: 'Settings',
    settingsHint: 'Appearance, agents, rules and more',
    rules: 'Rules',
    rulesHint: 'What agents can do without asking, and past decisions',
    mcpServers: 'MCP servers',
    mcpServersHint: 'Tools that Parley passes to agents',
  },

  palette: {
    name: 'Command palette',
    search: 'Command or thread',
    placeholder: 'Search commands and threads',
    items: 'Commands and threads',
    none: 'Nothing matches.',
    keys: { choose: 'choose', run: 'run' },
    groups: {
      recent: 'Recent',
      thread: 'This thread',
      actions: 'Commands',
      threads: 'Go to',
      agents: 'Agents',
      folders: 'Folders',
      settings: 'Settings',
      matches: 'In threads',
    },
    startWith: (agentName: string) => `New thread with ${agentName}`,
    searchIn: (folder: string) => `Search everything in ${folder}`,
    searchFor: (search: string) => `Search every thread for “${visibleName(search, 60)}”`,
  },

  faults: {
    title: (count: number) => `${count === 1 ? 'An error' : `${count} errors`} in settings.json`,
    line: (line: number) => `line ${line}`,
    copyPath: 'Copy path',
    lastGood: 'Until it is fixed, the last good settings are used.',
    restore: 'Restore the last good settings',
    restoreHint: 'The file as it is now is kept as settings.faulty.json',
    notRestored: (why: string) => `Not restored: ${why}`,
  },

  storage: {
    unsaved: (trouble: string) =>
      `${trouble} Until then what agents say is kept in memory only, so do not close Parley; your messages cannot be sent.`,
  },
} as const
