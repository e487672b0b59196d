import { formatNumber } from '../../text/format'

/** What a comparison of two texts says. */
export const diffWords = {
  diffOf: (path: string) => `Diff of ${path}`,
  changeOf: (path: string) => `Change of ${path}`,
  deleted: 'File deleted',
  newEmpty: 'New empty file',
  new: 'New file',
  emptied: 'File emptied',
  same: 'No change in the text',
  showMore: (lines: number) => `${formatNumber(lines)} more lines: Show`,
  compare: (characters: number) => `A change of ${formatNumber(characters)} characters: Show`,
  fold: 'Fold',
  unterminated: ' (no line feed at the end)',
  omitted: (lines: number) => `${formatNumber(lines)} more changed lines are not shown.`,
} as const
