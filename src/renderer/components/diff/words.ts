import type { FileDiff } from '../../../shared/diff/fileDiff'
import { formatNumber } from '../../text/format'

/** Names of line endings. */
export const lineEndNames = { lf: 'LF', crlf: 'CR LF', mixed: 'both LF and CR LF' } as const

/** Strings of a diff. */
export const diffWords = {
  diffOf: (path: string) => `Diff of ${path}`,
  changeOf: (path: string) => `Change of ${path}`,
  unchanged: (lines: number) => lines === 1 ? '1 unchanged line' : `${formatNumber(lines)} unchanged lines`,
  unfold: 'Show these lines',
  side: 'Side by side',
  toSide: 'Show both sides beside each other',
  toUnified: 'Show one below the other',
  deleted: 'File deleted',
  newEmpty: 'New empty file',
  new: 'New file',
  emptied: 'File emptied',
  same: 'No change in the text',
  showMore: (lines: number) => `Show ${formatNumber(lines)} more lines`,
  compare: (characters: number) => `Show a change of ${formatNumber(characters)} characters`,
  fold: 'Fold',
  lineEnds: ({ before, after }: NonNullable<FileDiff['lineEndings']>) =>
    `Its lines ended in ${lineEndNames[before]} and end in ${lineEndNames[after]}.`,
  unterminated: ' (no line feed at the end)',
  omitted: (lines: number) => `${formatNumber(lines)} more changed lines are not shown.`,
} as const
