import type { ThreadActivity } from '../../../shared/thread/threadActivity'
import { formatDuration } from '../../text/format'

/** What a thread is doing in one truthful sentence, in two parts: the words, and a time that runs and so is not read out. */
export interface StateSentence {
  readonly words: string
  readonly time?: string
  readonly tone: 'quiet' | 'busy' | 'waiting' | 'bad'
}

/** A model that said nothing for this long is called silent. */
const silentAfterMs = 10_000

/**
 * Says what goes on; `waiting` counts the questions open for the person, `isToolRunning` tells that it is not the model that takes its
 * time.
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
      return { words: 'Asleep: the next message starts it', tone: 'quiet' }
    case 'starting':
      return { words: startingWords(activity.step), time: timeWords(now - activity.since), tone: 'busy' }
    case 'ready':
      return waiting > 0 ? { words: 'Waiting for you', tone: 'waiting' } : { words: 'Ready', tone: 'quiet' }
    case 'cancelling':
      return { words: 'Stopping…', time: timeWords(now - activity.since), tone: 'busy' }
    case 'command-changed':
      return { words: 'Waiting for you: its command has changed', tone: 'waiting' }
    case 'stopped':
      return { words: stoppedWords(activity.message), tone: 'bad' }
    case 'sign-in':
      return activity.attempt && activity.attempt.failure === undefined
        ? { words: 'Signing in…', tone: 'waiting' }
        : { words: 'Waiting for you: sign-in needed', tone: 'waiting' }
    case 'working': {
      if (waiting > 0)
        return { words: 'Waiting for you', tone: 'waiting' }
      const silentMs = now - Math.max(activity.lastUpdateAt, activity.since)
      return silentMs >= silentAfterMs && !isToolRunning
        ? { words: 'Model silent', time: `for ${timeWords(silentMs)}`, tone: 'busy' }
        : {
            words: isToolRunning && silentMs >= silentAfterMs ? 'Working: a tool is running' : 'Working',
            time: timeWords(now - activity.since),
            tone: 'busy',
          }
    }
  }
}

/** Whether the sentence changes by itself as time goes by. */
export function isTicking(activity: ThreadActivity): boolean {
  return activity.state === 'starting' || activity.state === 'working' || activity.state === 'cancelling'
}

/** In whole seconds: it is told anew each second. */
function timeWords(durationMs: number): string {
  return formatDuration(Math.floor(durationMs / 1_000) * 1_000)
}

/** The sentence says already that it stopped; the message tells the rest. */
function stoppedWords(message: string): string {
  const rest = /^The agent (?:was )?stopped(?::\s*(.+)|\s*\((.+)\)\.|\.)$/s.exec(message)
  return rest ? ['Stopped', rest[1] ?? rest[2]].filter(Boolean).join(': ') : `Stopped: ${message}`
}

function startingWords(step: 'process' | 'initialize' | 'session'): string {
  switch (step) {
    case 'process': return 'Starting…'
    case 'initialize': return 'Starting: waiting for the agent’s first answer'
    case 'session': return 'Starting: opening the session'
  }
}
