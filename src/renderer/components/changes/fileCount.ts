import { formatNumber } from '../../text/format'

/** So many files, in words. */
export function files(count: number): string {
  return count === 1 ? '1 file' : `${formatNumber(count)} files`
}
