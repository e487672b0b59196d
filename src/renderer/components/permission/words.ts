import type { PermissionOptionKind } from '@agentclientprotocol/sdk'
import { formatNumber } from '../../text/format'

/** Strings of the permission dialog. */
export const permissionWords = {
  title: 'Permission needed',
  agentWants: (agentName: string, action: string) => `${agentName} wants to ${action}`,
  parleyAsks: (action: string) => `${action.charAt(0).toUpperCase()}${action.slice(1)}?`,
  /** Why Parley asks. */
  asker: {
    command: (agentName: string) => `Parley asks: ${agentName} didn’t ask for exactly this`,
    file: (agentName: string) => `Parley asks before ${agentName} does it`,
  },
  bySubagent: (task: string) => `asked by its subagent “${task}”`,
  changed: 'The agent changed this question after asking it. Read it again.',
  changedTo: 'Since then the agent says:',
  readToTheEnd: 'There is more below. Read to the end before you allow it.',
  endKey: 'End',
  readFirst: 'Read to the end first',

  more: (characters: number) => `Show ${formatNumber(characters)} more characters`,

  facts: 'What will be done',
  inShell: 'Runs in a shell.',
  noRuleAnswers: (why: string) => `No rule answers this, because ${why}.`,
  folder: 'In',
  path: 'Path',
  address: 'Address',
  host: 'host',
  variable: 'Env',
  changesWhatRuns: 'changes what runs',
  tooLong: 'This request is too long to show in full, so it can’t be allowed.',
  inWords: 'It says this only in words:',
  untold: {
    parley: 'Parley will show the command before it runs.',
    itself: 'The command is not shown. This agent runs its commands itself, even one that Parley would deny.',
    unknown: 'Parley will show the command before it runs, unless the agent runs it by itself.',
  },
  doubts: {
    shortened: 'The command is shortened here. Parley will show all of it before it runs.',
    hidden: 'The command contains invisible characters. Parley will ask again before it runs.',
    contradiction: 'The agent describes it as another command. Parley will ask again before it runs.',
  },
  changeDoubts: {
    differs: 'The file doesn’t contain what the agent says it replaces. This is its current content.',
    not_shown: 'A file that can’t be shown as text already exists. Its content may be lost.',
    not_compared: 'Parley could not compare this with the file.',
  },
  everywhere: 'Replaces every occurrence in the file.',
  inputNames: {
    timeout: 'Time limit',
    timeout_ms: 'Time limit (ms)',
    timeoutMs: 'Time limit (ms)',
    limit: 'Lines',
    offset: 'From line',
    line: 'From line',
  } as Readonly<Record<string, string>>,
  differs: 'This is not what you approved:',
  differsFolder: (folder: string) => `in ${folder}`,
  notShown: 'not shown before',
  agentSays: 'The agent says:',

  forThread: 'Allow for this thread',
  forThreadInSandbox: 'Allow for this thread, in the sandbox',
  threadScope: 'All its commands in this thread, except ones that always need approval',
  noScope: (why: string) => `“Allow for this thread” isn’t available: ${why}.`,

  // The switch in Rules lists the commands; here another line would push the facts out of view.
  readOnlyOffer: 'Read-only commands can run in this folder without asking, in every thread.',
  readOnlyTurnOn: 'Allow them',

  sayWhy: 'Reject and say why…',
  why: 'Why',
  reject: 'Reject',
  comments: (count: number) => `${count === 1 ? '1 comment' : `${count} comments`}, sent only with a rejection`,
  note: 'Add a note for all of it',
  rejectWithComments: 'Reject with comments',

  cancel: 'Cancel this question',
  cancelHint: 'Tells the agent that you cancelled the question',
  allowsBy: (keys: string | undefined) =>
    `Enter and Space don’t allow anything. ${keys === undefined ? 'Use the pointer' : `Press ${keys}`} to allow it.`,
  rememberedBy: (agentName: string) => `remembered by ${agentName}`,
  actsUnasked: 'It then acts without asking',
  longName: 'Its name is too long to show, so it can’t be chosen.',
  mixedLetters: (kind: PermissionOptionKind) =>
    `Its name mixes letters of several alphabets. It means: ${describeOptionKind(kind)}.`,
  saysNo: (kind: PermissionOptionKind) => `Its name says no, but it means: ${describeOptionKind(kind)}.`,
  saysYes: (kind: PermissionOptionKind) => `Its name says yes, but it means: ${describeOptionKind(kind)}.`,
  saysOnce: 'Its name says once, but it allows always.',
}

/** Parley's words for an option's kind. */
export function describeOptionKind(kind: PermissionOptionKind): string {
  switch (kind) {
    case 'allow_once': return 'Allow once'
    case 'allow_always': return 'Allow always'
    case 'reject_once': return 'Reject once'
    case 'reject_always': return 'Reject always'
    default: return 'Unknown kind'
  }
}
