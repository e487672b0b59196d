import { formatNumber } from '../../../text/format'

/** What the list of changed files says. */
export const changeWords = {
  name: 'Changed files',
  files: (count: number) => count === 1 ? '1 file changed' : `${formatNumber(count)} files changed`,
  letter: { added: 'A', modified: 'M', deleted: 'D' },
  how: { added: 'New file', modified: 'Changed', deleted: 'Deleted' },
  notAsked: 'not asked',
} as const
