import type { BufferAuthor } from '../../../shared/contract/methods/bufferMethods'
import { formatNumber } from '../../text/format'
import { visibleName } from '../../text/visibleText'

const others = { disk: 'another program', others: 'someone else' } as const
const firstOthers = { disk: 'Another program', others: 'Someone else' } as const

/** Strings of open files. */
export const editorWords = {
  name: 'Editor',
  hide: 'Hide the open files',
  toggle: 'Show or hide the open files',
  opening: 'Opening…',
  notOpened: (name: string, why: string) => `Couldn’t open ${name}: ${why}`,
  retry: 'Retry',
  cancel: 'Cancel',
  close: (name: string) => `Close ${name}`,
  closeFile: 'Close the file',
  save: 'Save the file',
  saveShort: 'Save',
  revert: 'Revert to the saved file',
  copyPath: 'Copy path',
  tabMenu: { name: 'Tab actions', close: 'Close', closeOthers: 'Close others', reveal: 'Reveal in file manager' },
  addToMessage: 'Add the selection to the message',
  tab: (name: string, isUnsaved: boolean) => isUnsaved ? `${name}, unsaved` : name,
  menu: 'File menu',
  where: 'Path of the file',
  /** How to leave the text by keyboard, where Tab indents. */
  leave: 'Tab indents. Press Escape, then Tab, to leave the text.',
  follow: 'Follow the agent',
  followHint: 'Opens the files that the agent works on, as it gets to them',

  markersLeft: (name: string) => `${name} was saved with conflict markers in it`,

  failed: {
    save: (name: string) => `Couldn’t save ${name}`,
    type: (name: string) => `Couldn’t apply what you typed in ${name}`,
    revert: (name: string) => `Couldn’t revert ${name}`,
    settle: (name: string) => `Couldn’t resolve the conflict in ${name}`,
    compare: (name: string) => `Couldn’t compare ${name}`,
    copy: 'Couldn’t copy the path',
    reveal: (name: string) => `Couldn’t show ${name} in the file manager`,
  },

  tooLong: {
    whole: 'Files over 20 MB can’t be edited here.',
    atOnce: 'You can’t add more than 8 million characters at once.',
  },

  closed: (name: string) => ({
    text: `${visibleName(name, 60)} is closed, and not saved`,
    detail: 'What you typed is kept. “Files” lists it above the tree.',
  }),
  openAgain: 'Open again',

  compare: {
    disk: 'Compare with the saved file',
    turn: 'Compare with the turn’s start',
    end: 'Close the comparison',
    with: {
      disk: 'What differs from the saved file',
      turn: 'What differs from the turn’s start',
      noFile: 'The turn began without this file',
      unchanged: 'What differs from the saved file; no change is recorded in this turn',
    },
    noText: 'Its earlier text wasn’t saved: it was too long, not in UTF-8, or a link.',
  },

  banner: {
    unsaved: 'This file has unsaved changes.',
    readsSaved: (name: string) =>
      `This file has unsaved changes. ${visibleName(name, 60)} reads the saved file, unless it uses Parley’s tools: save to be sure.`,
    gone: 'This file was deleted or no longer contains text. Saving writes it again.',
    tooDifferent: (by: BufferAuthor) => `${getAuthorName(by, firstOthers)}’s version and yours are too different to merge.`,
    conflict: (by: BufferAuthor, count: number) =>
      `${getAuthorName(by, firstOthers)} changed the same lines as you${count === 1 ? '' : `, in ${formatNumber(count)} places`}.`,
    mine: 'Keep mine',
    theirs: 'Take theirs',
    merge: 'Merge',
    mergeHint: 'Keep both, with markers',
    look: 'Show the difference',
  },

  unsent: {
    refused: (path: string, why: string) => `What you typed in ${path} is not in Parley yet: ${why}`,
    tooLong: 'The text is too long to merge with the file’s current content.',
    retry: 'Retry',
    copy: 'Copy the text',
    discard: 'Discard',
  },

  changed: {
    title: (name: string) => `${name} changed on disk`,
    about: 'It changed after you opened it. Removed lines are on disk, added ones are yours.',
    over: 'Save over it',
    keep: 'Keep editing',
    conflict: (by: BufferAuthor) => `${getAuthorName(by, firstOthers)}’s version and yours`,
    conflictAbout: 'Removed lines are theirs, added ones are yours.',
  },

  find: {
    name: 'Find and replace',
    text: 'Find',
    replaceWith: 'Replace with',
    matchCase: 'Match case',
    wholeWord: 'Whole words',
    isRegex: 'Regular expression',
    next: 'Next match',
    previous: 'Previous match',
    replace: 'Replace',
    replaceAll: 'Replace all',
    close: 'Close find and replace',
    found: (
      { count, at, isCut, isFaulty }: { count: number, at: number, isCut: boolean, isFaulty: boolean },
      isAsked: boolean,
    ) => {
      if (isFaulty)
        return 'Invalid pattern'
      if (!isAsked)
        return ''
      if (count === 0)
        return 'Nothing found'
      return `${at > 0 ? `${formatNumber(at)} of ` : ''}${isCut ? 'more than ' : ''}${formatNumber(count)}`
    },
  },

  goToLine: {
    name: 'Go to a line',
    hint: (lines: number) => `1 to ${formatNumber(lines)}, or line:column`,
    go: 'Go',
  },

  fresh: {
    by: (name: string, time: string) => `${name}, ${time}`,
    count: (lines: number, names: readonly string[]) =>
      `${lines === 1 ? '1 line' : `${formatNumber(lines)} lines`} by ${names.map(name => visibleName(name, 40)).join(', ')}`,
    next: 'Next lines by the agent',
    previous: 'Previous lines by the agent',
    dismiss: 'Dismiss the marks',
    review: 'Review',
    reviewAll: 'Review the changes',
  },

  status: {
    place: (line: number, column: number) => `Line ${formatNumber(line)}, column ${formatNumber(column)}`,
    selected: (count: number) => ` (${formatNumber(count)} selected)`,
    plain: 'Plain text',
    indent: (kind: 'spaces' | 'tabs', size: number) => kind === 'tabs' ? 'Tabs' : `Spaces: ${size}`,
    encodings: {
      'utf-8': 'UTF-8',
      'utf-8-bom': 'UTF-8 with BOM',
      'utf-16le': 'UTF-16 LE',
      'utf-16be': 'UTF-16 BE',
      'latin1': 'Latin-1',
    },
    lineEndings: { lf: 'LF', crlf: 'CRLF', mixed: 'Mixed line ends' },
  },
} as const

function getAuthorName(by: BufferAuthor, names: Readonly<Record<keyof typeof others, string>> = others): string {
  return by.kind === 'agent' ? visibleName(by.agentName, 60) : names[by.kind]
}
