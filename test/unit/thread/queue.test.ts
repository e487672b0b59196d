import { describe, expect, it } from 'vitest'
import { getNextQueued, type Queue, type QueueEvent, reduceQueue } from '../../../src/shared/thread/queue'

const queued = (messageId: string): QueueEvent => ({ type: 'queued', messageId, content: [{ type: 'text', text: messageId }] })
const after = (...events: QueueEvent[]): Queue | undefined => events.reduce<Queue | undefined>(reduceQueue, undefined)
const order = (queue: Queue | undefined): string[] => queue?.messages.map(({ messageId }) => messageId) ?? []
const three = [queued('a'), queued('b'), queued('c')]

describe('a queue', () => {
  it('keeps the order of arrival, until messages are moved', () => {
    expect(order(after(...three))).toEqual(['a', 'b', 'c'])
    expect(order(after(...three, { type: 'queueChange', messageId: 'c', before: 'a' }))).toEqual(['c', 'a', 'b'])
    expect(order(after(...three, { type: 'queueChange', messageId: 'a', before: null }))).toEqual(['b', 'c', 'a'])
    expect(order(after(...three, { type: 'queueChange', messageId: 'a', before: 'gone' }))).toEqual(['b', 'c', 'a'])
    expect(order(after(...three, { type: 'queueChange', messageId: 'b', before: 'b' }))).toEqual(['a', 'b', 'c'])
  })

  it('skips held messages, and sends nothing while it is paused', () => {
    const held = after(...three, { type: 'queueChange', messageId: 'a', isHeld: true })
    expect(getNextQueued(held)?.messageId).toBe('b')
    expect(
      getNextQueued(reduceQueue(held, { type: 'queueChange', messageId: 'a', isHeld: false }))?.messageId,
    ).toBe('a')
    const paused = reduceQueue(held, { type: 'queuePause', why: 'stopped' })
    expect(getNextQueued(paused)).toBeUndefined()
    expect(getNextQueued(reduceQueue(paused, { type: 'queueResume' }))?.messageId).toBe('b')
  })

  it('keeps a message held and in place when its text changes', () => {
    const changed = after(
      ...three,
      { type: 'queueChange', messageId: 'b', isHeld: true },
      { type: 'queueChange', messageId: 'b', content: [{ type: 'text', text: 'other' }] },
    )
    expect(changed?.messages[1]).toEqual({ messageId: 'b', content: [{ type: 'text', text: 'other' }], isHeld: true })
  })

  it('disappears with its pause when nothing waits', () => {
    expect(after(queued('a'), { type: 'queuePause', why: 'failed' }, { type: 'queueRemoval', messageId: 'a' })).toBeUndefined()
    expect(after({ type: 'queuePause', why: 'failed' })).toBeUndefined()
    expect(after({ type: 'queueChange', messageId: 'x', isHeld: true })).toBeUndefined()
  })
})
