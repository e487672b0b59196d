import type { ThreadActivity } from '../../../shared/contract'

/** What a thread is doing in one truthful sentence, in two parts: the words, and a time that runs and so is not read out. */
export interface StateSentence {
  readonly words: string
  readonly time?: string
  readonly tone: 'quiet' | 'busy' | 'waiting' | 'bad'
}

/** A model that said nothing for this long is called silent. */
const silentAfterMs = 10_000

/** Says what goes on; `waiting` counts the questions open for the person. */
export function stateSentence({ activity, waiting, now }: { activity: ThreadActivity, waiting: number, now: number }): StateSentence {
  switch (activity.state) {
    case 'asleep': return { words: 'Asleep: the next message starts it', tone: 'quiet' }
    case 'starting': return { words: startingWords(activity.step), time: durationText(now - activity.since), tone: 'busy' }
    case 'ready': return waiting > 0 ? { words: 'Waiting for you', tone: 'waiting' } : { words: 'Ready', tone: 'quiet' }
    case 'cancelling': return { words: 'Stopping…', time: durationText(now - activity.since), tone: 'busy' }
    case 'stopped': return { words: `Stopped: ${activity.message}`, tone: 'bad' }
    case 'sign-in': return { words: 'Waiting for you: sign-in needed', tone: 'waiting' }
    case 'working': {
      if (waiting > 0)
        return { words: 'Waiting for you', tone: 'waiting' }
      const silentMs = now - Math.max(activity.lastUpdateAt, activity.since)
      return silentMs >= silentAfterMs
        ? { words: 'Model silent', time: `for ${durationText(silentMs)}`, tone: 'busy' }
        : { words: 'Working', time: durationText(now - activity.since), tone: 'busy' }
    }
  }
}

/** Whether the sentence changes by itself as time goes by. */
export function isTicking(activity: ThreadActivity): boolean {
  return activity.state === 'starting' || activity.state === 'working' || activity.state === 'cancelling'
}

/** 12 s, 1 m 05 s, 2 h 07 m. */
export function durationText(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000))
  if (seconds < 60)
    return `${seconds} s`
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)]
  return hours > 0 ? `${hours} h ${pad(minutes % 60)} m` : `${minutes} m ${pad(seconds % 60)} s`
}

function startingWords(step: 'process' | 'initialize' | 'session'): string {
  switch (step) {
    case 'process': return 'Starting…'
    case 'initialize': return 'Starting: waiting for the agent’s first answer'
    case 'session': return 'Starting: opening the session'
  }
}

function pad(count: number): string {
  return String(count).padStart(2, '0')
}
