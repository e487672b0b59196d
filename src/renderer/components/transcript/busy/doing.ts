import type { Transcript } from '../../../../shared/thread/transcript'
import { openQuestions, shownStatus } from '../../../../shared/thread/selectors'

/** What an agent is doing, as far as it reports. */
interface Doing {
  readonly what: 'thinking' | 'writing' | 'working' | 'call'
  /** The title of the call that runs. */
  readonly title?: string
  readonly since: number
}

/** How many entries back a running call is looked for. */
const recentEntries = 30

/** What the agent does now; nothing while it waits for the person, or where the transcript says so already. */
export function doing(transcript: Transcript): Doing | undefined {
  const { entries, head, firstIndex } = transcript
  const turn = entries.slice(Math.max(0, head.turnStart - firstIndex, entries.length - recentEntries))
  const last = turn.at(-1)
  if (!head.turnOpen || !last || openQuestions(transcript).length > 0)
    return undefined
  const running = turn.findLast(entry => entry.kind === 'tool' && shownStatus(entry) === 'in_progress')
  // The head of the terminal just above says it.
  if (running?.kind === 'tool' && running === last && running.terminalIds.length > 0)
    return undefined
  if (running?.kind === 'tool')
    return { what: 'call', title: running.call.title, since: running.at }
  if ((last.kind === 'thought' || last.kind === 'agent') && last.endedAt === undefined)
    return { what: last.kind === 'thought' ? 'thinking' : 'writing', since: last.at }
  return { what: 'working', since: last.kind === 'tool' ? last.endedAt ?? last.at : last.at }
}
