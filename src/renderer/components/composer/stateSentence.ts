import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import { formatDuration } from '../../text/format'
import { stateWords as words } from './words'

/**
 * What a thread is doing in one truthful sentence, in two parts: the text, and a running time, which is not read out.
 */
interface StateSentence {
  readonly text: string
  readonly time?: string
  readonly tone: 'quiet' | 'busy' | 'waiting' | 'bad'
}

/** A model that sends nothing for this long is called silent. */
const silentAfterMs = 10_000

/**
 * The sentence for a thread's activity, for which `waiting` questions wait for the person. While a tool runs, the model
 * is not silent.
 */
export function stateSentence({
  activity,
  waiting,
  isToolRunning = false,
  now,
}: {
  activity: ThreadActivity
  waiting: number
  isToolRunning?: boolean
  now: number
}): StateSentence {
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
      return { text: words.stopped, tone: 'bad' } // why is above
    case 'sign-in': {
      const isSigningIn = activity.attempt !== undefined && activity.attempt.failure === undefined
      return { text: isSigningIn ? words.signingIn : words.signInNeeded, tone: 'waiting' }
    }
    case 'working':
      return waiting > 0 ? { text: words.waiting, tone: 'waiting' } : workingSentence(activity, { isToolRunning, now })
  }
}

function workingSentence(
  { since, lastUpdateAt }: Extract<ThreadActivity, { state: 'working' }>,
  { isToolRunning, now }: { isToolRunning: boolean, now: number },
): StateSentence {
  const silentMs = now - Math.max(lastUpdateAt, since)
  const isSilent = silentMs >= silentAfterMs
  if (isSilent && !isToolRunning)
    return { text: words.silent, time: words.silentFor(formatSeconds(silentMs)), tone: 'busy' }
  const time = formatSeconds(now - since)
  // The tool may run for a shorter time than the turn.
  return isSilent ? { text: words.toolRunning, time: words.inTurn(time), tone: 'busy' } : { text: words.working, time, tone: 'busy' }
}

/** Whether the sentence changes by itself as time passes. */
export function isTicking(activity: ThreadActivity): boolean {
  return activity.state === 'starting' || activity.state === 'working' || activity.state === 'cancelling'
}

/** In whole seconds: the sentence is drawn once a second. */
function formatSeconds(durationMs: number): string {
  return formatDuration(Math.floor(durationMs / 1_000) * 1_000)
}
