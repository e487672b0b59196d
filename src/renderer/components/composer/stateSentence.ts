import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import { formatDuration } from '../../text/format'
import { stateWords as words } from './words'

/** A sentence about what a thread is doing. Screen readers don't read out `time`, which changes each second. */
interface StateSentence {
  readonly text: string
  readonly time?: string
  readonly tone: 'quiet' | 'busy' | 'waiting' | 'bad'
}

/** A model counts as silent after this time without updates. */
export const silentAfterMs = 10_000

/** Describes a thread's activity. `waiting` counts pending questions. A model isn't silent while a tool runs. */
export function describeState({
  activity,
  waiting,
  isToolRunning = false,
  isReachable = true,
  now,
}: {
  activity: ThreadActivity
  waiting: number
  isToolRunning?: boolean
  /** Whether the host can be reached. */
  isReachable?: boolean
  now: number
}): StateSentence {
  if (!isReachable)
    return { text: words.unreachable, tone: 'quiet' }
  switch (activity.state) {
    case 'asleep':
      return { text: words.asleep, tone: 'quiet' }
    case 'starting':
      return { text: words.starting[activity.step], time: formatSeconds(now - activity.since), tone: 'busy' }
    case 'ready':
      return waiting > 0 ? { text: words.waiting, tone: 'waiting' } : { text: words.ready, tone: 'quiet' }
    case 'cancelling':
      return { text: words.cancelling, time: formatSeconds(now - activity.since), tone: 'busy' }
    case 'command-changed':
      return { text: words.commandChanged, tone: 'waiting' }
    case 'choices-lost':
      return { text: words.choicesLost, tone: 'waiting' }
    case 'stopped':
      return { text: words.stopped, tone: 'bad' } // the reason is shown above the composer
    case 'sign-in': {
      const isSigningIn = activity.attempt !== undefined && activity.attempt.failure === undefined
      return { text: isSigningIn ? words.signingIn : words.signInNeeded, tone: 'waiting' }
    }
    case 'working':
      return waiting > 0 ? { text: words.waiting, tone: 'waiting' } : describeWorking(activity, { isToolRunning, now })
  }
}

function describeWorking(
  { since, lastUpdateAt }: Extract<ThreadActivity, { state: 'working' }>,
  { isToolRunning, now }: { isToolRunning: boolean, now: number },
): StateSentence {
  const silentMs = now - Math.max(lastUpdateAt, since)
  const isSilent = silentMs >= silentAfterMs
  if (isSilent && !isToolRunning)
    return { text: words.silent, time: words.silentFor(formatSeconds(silentMs)), tone: 'busy' }
  const time = formatSeconds(now - since)
  // The time is the turn's; the tool may have started later.
  return isSilent ? { text: words.toolRunning, time: words.inTurn(time), tone: 'busy' } : { text: words.working, time, tone: 'busy' }
}

/** Whether the sentence has an elapsed time. */
export function isTicking(activity: ThreadActivity): boolean {
  return activity.state === 'starting' || activity.state === 'working' || activity.state === 'cancelling'
}

/** Formats whole seconds, as the sentence is redrawn once a second. */
export function formatSeconds(durationMs: number): string {
  return formatDuration(Math.floor(durationMs / 1_000) * 1_000)
}
