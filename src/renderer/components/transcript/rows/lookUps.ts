import type { ToolEntry } from '../../../../shared/thread/transcript'
import { shownStatus } from '../../../../shared/thread/selectors'

/** How often something was looked up, by kind. A file that was read twice counts once. */
export interface LookUps {
  readonly read: number
  readonly searched: number
  readonly fetched: number
  readonly failed: number
}

/** Counts the calls that only looked something up. */
export function lookUpsOf(calls: readonly ToolEntry[]): LookUps {
  const files = new Set(calls.flatMap(({ id, call }) => call.kind === 'read' ? [call.locations?.[0]?.path ?? id] : []))
  const count = (kind: string): number => calls.filter(({ call }) => call.kind === kind).length
  return {
    read: files.size,
    searched: count('search'),
    fetched: count('fetch'),
    failed: calls.filter(entry => shownStatus(entry) === 'failed').length,
  }
}
