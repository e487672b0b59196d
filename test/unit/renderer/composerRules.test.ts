import type { ThreadActivity } from '../../../src/shared/thread/threadActivity'
import { describe, expect, it } from 'vitest'
import { describeState } from '../../../src/renderer/components/composer/stateSentence'
import {
  acceptCommand,
  completeCommand,
  findArgumentHint,
} from '../../../src/renderer/components/composer/useCommandSuggestions'
import { isTurnRunning } from '../../../src/renderer/components/composer/useSending'

function formatState(activity: ThreadActivity, { waiting = 0, now = 100_000 } = {}) {
  const { text, time } = describeState({ activity, waiting, now })
  return [text, time].filter(Boolean).join(' ')
}

describe('the agent’s state', () => {
  it.each<[string, ThreadActivity]>([
    ['Sleeping: wakes when you send', { state: 'asleep' }],
    ['Starting… 5 s', { state: 'starting', since: 95_000, step: 'process' }],
    ['Ready', { state: 'ready' }],
    ['Working 1 min 5 s', { state: 'working', since: 35_000, lastUpdateAt: 99_000 }],
    ['Model silent for 40 s', { state: 'working', since: 10_000, lastUpdateAt: 60_000 }],
    ['Stopping… 3 s', { state: 'cancelling', since: 97_000 }],
    ['Stopped', { state: 'stopped', message: 'The folder is gone.' }],
    ['Waiting for you: sign-in needed', { state: 'sign-in', message: 'log in', methods: [] }],
  ])('is shown as “%s”', (words, activity) => {
    expect(formatState(activity)).toBe(words)
  })

  it('has no timer while Parley is disconnected', () => {
    const activity = { state: 'working', since: 0, lastUpdateAt: 0 } as const
    const state = describeState({ activity, waiting: 0, isReachable: false, now: 15_000 })
    expect(state).toEqual({ text: 'Not connected to Parley', tone: 'quiet' })
  })

  it('shows the duration of the turn while a tool runs', () => {
    const activity = { state: 'working', since: 0, lastUpdateAt: 0 } as const
    const { text, time } = describeState({ activity, waiting: 0, isToolRunning: true, now: 15_000 })
    expect(`${text} ${time}`).toBe('Running a tool · 15 s in this turn')
  })

  it('is waiting for the person while a question is open, however long the model is silent', () => {
    expect(formatState({ state: 'working', since: 0, lastUpdateAt: 0 }, { waiting: 1 })).toBe('Waiting for you')
  })
})

it('a turn runs while the agent works, stops, or starts for a prompt', () => {
  expect(isTurnRunning({ state: 'working', since: 0, lastUpdateAt: 0 }, false)).toBe(true)
  expect(isTurnRunning({ state: 'starting', since: 0, step: 'session' }, true)).toBe(true)
  expect(isTurnRunning({ state: 'starting', since: 0, step: 'session' }, false)).toBe(false)
  expect(isTurnRunning({ state: 'stopped', message: 'gone' }, true)).toBe(false)
})

describe('slash completion', () => {
  const commands = [{ name: 'review', description: '' }, { name: 'plan', description: '' }, { name: 'preview', description: '' }]

  it('offers commands that begin with what is typed before those that contain it', () => {
    for (const text of ['/re', '／re', '、re'])
      expect(completeCommand({ text, caret: 3, commands }).map(({ name }) => name)).toEqual(['review', 'preview'])
  })

  it.each([
    ['a word that is not the first', 'see /re', 7],
    ['a finished word', '/review now', 11],
    ['a word without a slash', 're', 2],
  ])('offers nothing for %s', (_, text, caret) => {
    expect(completeCommand({ text, caret, commands })).toEqual([])
  })

  it('shows the hint for a command’s input until something is typed', () => {
    const asking = [{ name: 'review', description: '', input: { hint: 'what to look at' } }, { name: 'clear', description: '' }]
    expect(['/review', '/review ', '/review x', '/clear ', 'see /review '].map(text => findArgumentHint(text, asking)))
      .toEqual([undefined, '/review what to look at', undefined, undefined, undefined])
  })

  it('replaces the word and keeps the text after it', () => {
    expect(acceptCommand(commands[0]!, { text: '/re the diff', caret: 3 })).toEqual({ text: '/review the diff', caret: 8 })
  })
})
