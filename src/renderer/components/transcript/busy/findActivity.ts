import type { Transcript } from '../../../../shared/thread/transcript'
import { getShownStatus, openQuestions } from '../../../../shared/thread/selectors'

/** An agent's current activity. */
interface AgentActivity {
  readonly what: 'thinking' | 'writing' | 'working' | 'call'
  /** Title of the running call. */
  readonly title?: string
  readonly since: number
}

/** Number of entries searched for a running call. */
const recentEntries = 30

/** Finds the agent's activity. Returns `undefined` while it waits for the person, or if an entry already shows it. */
export function findActivity(transcript: Transcript): AgentActivity | undefined {
  const { entries, head, firstIndex } = transcript
  const turn = entries.slice(Math.max(0, head.turnStart - firstIndex, entries.length - recentEntries))
  const last = turn.at(-1)
  if (!head.turnOpen || !last || openQuestions(transcript).length > 0)
    return undefined
  const running = turn.findLast(entry => entry.kind === 'tool' && getShownStatus(entry) === 'in_progress')
  // The terminal's header directly above shows it.
  if (running?.kind === 'tool' && running === last && running.terminalIds.length > 0)
    return undefined
  if (running?.kind === 'tool')
    return { what: 'call', title: running.call.title, since: running.at }
  if ((last.kind === 'thought' || last.kind === 'agent') && last.endedAt === undefined)
    return { what: last.kind === 'thought' ? 'thinking' : 'writing', since: last.at }
  return { what: 'working', since: last.kind === 'tool' ? last.endedAt ?? last.at : last.at }
}
