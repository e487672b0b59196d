import { formatBytes } from '../../../shared/text/formatBytes'
import { formatNumber } from '../../text/format'

/** Strings of the agent log and of the export of a bundle. */
export const agentLogWords = {
  name: 'Agent log',
  notRead: 'Couldn’t read the log.',
  retry: 'Retry',
  opening: 'Reading the log…',
  empty: 'Nothing yet. Every message between Parley and the agent appears here once the agent starts.',
  directions: { toAgent: 'To the agent', fromAgent: 'From the agent', beside: 'Outside the protocol' },
  onlyBeginning: (why: string) => `Only its beginning is shown. ${why}`,
  copy: 'Copy',

  list: {
    search: 'Search the agent log',
    searchHint: 'Search',
    kind: 'Kind',
    allKinds: 'All kinds',
    kinds: {
      request: 'Requests',
      answer: 'Answers',
      error: 'Errors',
      notification: 'Notifications',
      stderr: 'stderr',
      note: 'Notes',
    },
    direction: 'Direction',
    bothDirections: 'Both ways',
    errorsOnly: 'Errors only',
    clear: 'Clear view',
    count: (shown: number, all: number) =>
      `${shown === all ? '' : `${formatNumber(shown)} of `}${all === 1 ? '1 message' : `${formatNumber(all)} messages`}`,
    name: 'Messages',
    latest: 'Follow the end',
  },

  bundle: {
    name: 'Export thread',
    heading: (title: string) => `Export “${title}”`,
    markdown: 'Save as Markdown',
    markdownHint: 'What was said and done, to read or to share',
    markdownFailed: 'Couldn’t save the thread',
    export: 'Export bundle',
    hint: 'The thread, its terminals and this log in one file, to keep or to share',
    withoutContents: 'Without file contents',
    written: (bytes: number) => `Written, ${formatBytes(bytes)}:`,
    copyPath: 'Copy path',
    holds: (withContents: boolean) =>
      `${withContents
        ? 'Contains the transcript, paths, terminal output, file contents the agent saw, and the log. '
        : 'Contains messages, paths, commands and the log, without longer file contents and output. '
      }Known keys and the path of your home folder are removed.`,
    note: 'It may still contain secrets that Parley doesn’t know. Check it before you share it.',
    notWritten: (why: string) => `Couldn’t write the bundle: ${why}`,
  },
} as const
