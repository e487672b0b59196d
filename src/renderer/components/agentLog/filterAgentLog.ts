import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'
import { createMatcher } from '../../text/match'

/** Which lines of the log are wanted; an empty choice wants all. */
export interface AgentLogFilter {
  readonly search: string
  readonly kind: AgentLogEntry['kind'] | ''
  readonly direction: AgentLogEntry['direction'] | ''
  /** Answers that are errors, and what the wire had to leave out. */
  readonly errorsOnly: boolean
}

/** Lines that contain every word of the search, in whatever case. */
export function filterAgentLog(
  entries: readonly AgentLogEntry[],
  { search, kind, direction, errorsOnly }: AgentLogFilter,
): readonly AgentLogEntry[] {
  if (search.trim() === '' && kind === '' && direction === '' && !errorsOnly)
    return entries
  const matches = createMatcher(search)
  return entries.filter(
    entry =>
      (kind === '' || entry.kind === kind)
      && (direction === '' || entry.direction === direction)
      && (!errorsOnly || entry.kind === 'error' || entry.kind === 'note')
      && matches(`${entry.method ?? ''} ${entry.text}`),
  )
}
