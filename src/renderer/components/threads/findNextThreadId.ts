import type { ThreadSummary } from '../../../shared/contract/threadSummary'

/** Finds the next or previous thread in list order, wrapping around. */
export function findNextThreadId(shown: readonly ThreadSummary[], openId: string | undefined, by: 1 | -1): string | undefined {
  const ids = shown.map(({ threadId }) => threadId)
  const index = openId === undefined ? -1 : ids.indexOf(openId)
  if (index === -1)
    return ids.at(by === 1 ? 0 : -1)
  return ids[(index + by + ids.length) % ids.length]
}
