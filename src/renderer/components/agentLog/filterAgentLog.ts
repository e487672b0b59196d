import type { AgentLogEntry } from '../../../shared/agentLog/agentLogEntry'

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
  const words = search
    .split(/\s+/)
    .filter(word => word !== '')
    .map(word => new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'))
  if (words.length === 0 && kind === '' && direction === '' && !errorsOnly)
    return entries
  return entries.filter(
    entry =>
      (kind === '' || entry.kind === kind)
      && (direction === '' || entry.direction === direction)
      && (!errorsOnly || entry.kind === 'error' || entry.kind === 'note')
      && words.every(word => word.test(entry.method ?? '') || word.test(entry.text)),
  )
}
