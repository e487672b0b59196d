import type { FileMark } from '../../../shared/contract/methods/fileMethods'
import type { FolderNote } from './tree/fileRows'
import { formatNumber } from '../../text/format'
import { visibleName } from '../../text/visibleText'

/** Strings of file tree, search in files, and quick open. */
export const filesWords = {
  name: 'Files',
  hint: 'The files of this thread’s folder',
  noThread: 'No thread is open',
  noThreadDetail: 'Open a thread to see its files.',

  actions: {
    files: 'Show or hide the files',
    quickOpen: 'Quick open',
    searchInFiles: 'Search in files',
  },

  tree: {
    name: (folder: string) => `Files of ${folder}`,
    search: 'Search in files',
    newFile: 'New file',
    ignored: 'Show ignored files',
    foldAll: 'Fold all folders',
    /** Prefix of the name, for screen readers. */
    branch: 'On branch',
    /** Part of a row's name, for screen readers. */
    ignoredWord: 'ignored',
    unsaved: 'unsaved',
    unsavedFiles: 'Unsaved files',
    unsavedCount: (count: number) => count === 1 ? '1 unsaved file' : `${formatNumber(count)} unsaved files`,
    inThread: (title: string | undefined) =>
      title === undefined ? 'of a deleted thread' : `in “${visibleName(title, 40)}”`,
    otherKind: 'neither file nor folder',
    marks: {
      modified: { letter: 'M', word: 'modified' },
      added: { letter: 'A', word: 'added' },
      deleted: { letter: 'D', word: 'deleted' },
      untracked: { letter: 'U', word: 'untracked' },
      conflict: { letter: '!', word: 'in conflict' },
    } as const satisfies Record<FileMark, { letter: string, word: string }>,
    note: (note: FolderNote, why = '') => ({
      loading: 'Loading…',
      failed: `Not read: ${why} Retry`,
      empty: 'Empty',
      hidden: 'Ignored files only',
      cut: 'More not shown',
    })[note],
  },

  menu: {
    name: 'File actions',
    open: 'Open',
    copy: 'Copy path',
    add: 'Add to message',
    searchIn: 'Search in this folder',
    newFile: 'New file…',
    newFolder: 'New folder…',
    rename: 'Rename…',
    delete: 'Delete…',
    added: (name: string) => `${name} is in the message.`,
  },

  edit: {
    title: { newFile: 'New file', newFolder: 'New folder', rename: 'Rename', delete: 'Delete' },
    confirm: { newFile: 'Create', newFolder: 'Create', rename: 'Rename', delete: 'Delete' },
    rename: (name: string) => `Rename ${name}`,
    name: 'Name',
    in: (folder: string) => `In ${folder}. Use slashes to create folders.`,
    delete: (name: string, isFolder: boolean) =>
      isFolder ? `Delete “${name}” and everything in it?` : `Delete “${name}”?`,
    noUndo: 'This can’t be undone.',
    cancel: 'Cancel',
  },

  search: {
    name: 'Search in files',
    text: 'Text to find in files',
    placeholder: 'Text in files',
    matchCase: 'Match case',
    wholeWord: 'Whole words',
    isRegex: 'Regular expression',
    include: 'Files to search',
    includeHint: 'Only these files, such as *.ts',
    back: 'Back to the files',
    stop: 'Stop',
    searching: 'Searching…',
    none: (text: string) => `Nothing matches “${text}”.`,
    hint: 'Type to search. Ignored files are left out.',
    results: 'Matches in files',
    count: (matches: number, files: number) =>
      `${formatNumber(matches)} ${matches === 1 ? 'match' : 'matches'} in ${formatNumber(files)} ${files === 1 ? 'file' : 'files'}`,
    cut: 'more not shown',
    stopped: 'stopped',
    failed: (why: string) => `The search failed: ${why}`,
    file: (name: string, folder: string, count: number) =>
      `${name}, ${folder === '' ? '' : `${folder}, `}${formatNumber(count)}`,
    line: (line: number, text: string) => `Line ${line}: ${text}`,
  },

  quickOpen: {
    name: 'Quick open',
    search: 'File to open',
    placeholder: 'A file’s name, with :12 for a line',
    items: 'Files',
    none: 'No file matches.',
    reading: 'Reading the list of files…',
    open: 'open',
    unsaved: 'unsaved',
    changed: (agent: string) => `changed by ${agent}`,
    changedShort: 'changed',
    keys: { open: 'open', add: 'add to the message', line: 'go to a line' },
    notListed: 'Couldn’t list the files',
  },

  split: {
    files: 'Open files',
    expand: 'Hide the open files',
    hideThread: 'Hide the thread',
    showFiles: (count: number) => `Show ${count === 1 ? 'the open file' : `the ${count} open files`}`,
    which: 'Thread or files',
    thread: 'Thread',
    column: 'thread beside its files',
    waiting: 'waiting for you',
    both: 'Side by side',
  },
} as const
