/** Strings of links to files, and of the choice of an editor. */
export const pathWords = {
  /** The target of a link. */
  place: (path: string, line?: number, column?: number) =>
    `${path}${line ? `:${line}` : ''}${line && column ? `:${column}` : ''}`,
  openOf: (path: string) => `Open ${path}`,
  hint: (place: string) => `${place}\nRight-click for more`,

  menu: {
    name: (path: string) => `Actions for ${path}`,
    open: (editor: string | undefined) => editor ? `Open in ${editor}` : 'Open in an editor…',
    edit: 'Open here',
    show: 'Show here',
    reveal: 'Reveal in file manager',
    copy: 'Copy path',
    choose: 'Choose editor…',
  },

  failed: {
    open: (name: string) => `${name} was not opened`,
    reveal: (name: string) => `${name} was not shown in the file manager`,
    copy: 'The path was not copied',
    ask: 'The editors could not be listed',
    choose: 'The editor was not saved',
  },

  editor: {
    title: 'Choose an editor',
    about: 'Links to files open in it from now on. You can change it in Settings, under Editor.',
    sectionAbout: 'Where links to files open. Editors are found on PATH and in well-known places.',
    editors: 'Editors',
    parley: 'Parley, beside the conversation',
    looking: 'Looking for editors…',
    none: 'No editor was found here. To use one that Parley does not know, name it in settings.json:',
    own: 'To use another one, name it in settings.json. {path}, {line} and {column} stand for the place:',
    example: '"editor": { "command": "/usr/bin/my-editor", "args": ["+{line}", "{path}"] }',
    noDisplay: 'There is no display where Parley runs, so nothing can be opened there: files open beside the conversation.',
    notFound: (name: string) => `${name} is chosen, but was not found.`,
    ownChosen: (command: string) => `Your own: ${command}`,
    use: (name: string) => `Use ${name}`,
    retry: 'Retry',
    cancel: 'Cancel',
  },
} as const
