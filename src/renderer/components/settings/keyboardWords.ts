import type { ShortcutId } from '../../../shared/settings/shortcuts'
import { attentionWords } from '../attention/words'
import { baseWords } from '../base/words'
import { changesWords } from '../changes/words'
import { optionWords } from '../composer/options/words'
import { composerWords } from '../composer/words'
import { editorWords } from '../editor/words'
import { filesWords } from '../files/words'
import { frameWords } from '../frame/words'
import { searchWords } from '../search/words'
import { terminalsWords } from '../terminals/words'
import { threadWords } from '../thread/words'
import { threadListWords } from '../threads/words'
import { transcriptWords } from '../transcript/words'

interface ShortcutWords {
  readonly id: ShortcutId
  readonly name: string
}

interface ShortcutGroup {
  readonly name: string
  readonly keys: readonly ShortcutWords[]
}

const { actions: frame } = frameWords
const { actions: thread } = threadWords
const { jump } = transcriptWords

// Names are those of the command palette.
const everywhere = {
  newThread: frame.newThread,
  palette: frame.palette,
  searchEverything: searchWords.name,
  settings: frame.settings,
  searchThreads: threadListWords.search,
  toggleThreads: frame.toggleThreads,
  files: filesWords.actions.files,
  quickOpen: filesWords.actions.quickOpen,
  searchInFiles: filesWords.actions.searchInFiles,
  nextThread: frame.nextThread,
  previousThread: frame.previousThread,
  nextWaiting: attentionWords.nextWaiting,
  notices: baseWords.toasts.goTo,
} as const
const inThread = {
  focusMessage: composerWords.focusMessage,
  focusQuestion: thread.focusQuestion,
  focusTerminal: thread.focusTerminal,
  stop: composerWords.stopAction,
  findInThread: searchWords.find.name,
  reviewChanges: changesWords.openAll,
  nextChange: jump.next('change'),
  previousChange: jump.previous('change'),
  nextQuestion: jump.next('question'),
  previousQuestion: jump.previous('question'),
  nextError: jump.next('error'),
  previousError: jump.previous('error'),
  togglePanel: thread.togglePanel,
  toggleEditor: editorWords.toggle,
  toggleTerminals: terminalsWords.show,
  newTerminal: terminalsWords.newTerminal,
  agentLog: thread.agentLog,
} as const
const inMessage = {
  attach: composerWords.attachAction,
  cycleMode: optionWords.nextMode,
  undoPaste: 'Turn a pasted attachment back into text',
} as const
const inFile = {
  saveFile: editorWords.save,
  closeFile: editorWords.closeFile,
  findInFile: editorWords.find.name,
  goToLine: editorWords.goToLine.name,
  addToMessage: editorWords.addToMessage,
  nextFresh: editorWords.fresh.next,
  previousFresh: editorWords.fresh.previous,
} as const
const inTerminal = {
  splitTerminal: terminalsWords.splitAction,
  nextTerminal: terminalsWords.nextTerminal,
  previousTerminal: terminalsWords.previousTerminal,
  copyInTerminal: terminalsWords.copy,
  findInTerminal: terminalsWords.findName,
  addTerminalToMessage: terminalsWords.addAction,
  leaveTerminal: terminalsWords.leave,
} as const
const inReview = {
  reviewNext: 'Next hunk',
  reviewPrevious: 'Previous hunk',
  reviewKeep: 'Keep',
  reviewReject: 'Reject',
  reviewUndo: 'Undo the last decision',
  reviewComment: 'Comment on a line',
  reviewSend: 'Send the comments',
  reviewClose: 'Back to the thread',
} as const

/** Each shortcut is in one group. The compiler reports missing ones. */
const names: Readonly<Record<ShortcutId, string>> = {
  ...everywhere,
  ...inThread,
  ...inMessage,
  ...inFile,
  ...inTerminal,
  ...inReview,
}

function createGroup(name: string, of: Partial<Record<ShortcutId, string>>): ShortcutGroup {
  return { name, keys: (Object.keys(of) as ShortcutId[]).map(id => ({ id, name: names[id] })) } // its keys are typed above
}

/** Strings of the keyboard section. */
export const keyboardWords = {
  about: (first: string, last: string) =>
    `While a question has the focus, ${first} to ${last} choose an answer. In a message, Enter sends and Shift+Enter starts a new line.`,
  change: 'Other keys are set in settings.json, by the names below: one combination, a list, or [] for none. Mod is Ctrl, or Command on '
    + 'a Mac.',
  example: '"keys": { "files": "Alt+U", "notices": [] }',
  changed: 'changed',
  none: 'none',
  groups: [
    createGroup('Everywhere', everywhere),
    createGroup('In a thread', inThread),
    createGroup('In a message', inMessage),
    createGroup('In an open file', inFile),
    createGroup('In a terminal of your own', inTerminal),
    createGroup('In the review of changes', inReview),
  ],
} as const
