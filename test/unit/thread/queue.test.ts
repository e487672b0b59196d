import { describe, expect, it } from 'vitest'
import { getNextQueued, type Queue, type QueueEvent, reduceQueue } from '../../../src/shared/thread/queue'

function queueMessage(messageId: string): QueueEvent {
  return { type: 'queued', messageId, content: [{ type: 'text', text: messageId }] }
}
function reduceAll(...events: QueueEvent[]): Queue | undefined {
  return events.reduce<Queue | undefined>(reduceQueue, undefined)
}
const listOrder = (queue: Queue | undefined): string[] => queue?.messages.map(({ messageId }) => messageId) ?? []
const three = [queueMessage('a'), queueMessage('b'), queueMessage('c')]

describe('a queue', () => {
  it('keeps the order of arrival, until messages are moved', () => {
    expect(listOrder(reduceAll(...three))).toEqual(['a', 'b', 'c'])
    expect(listOrder(reduceAll(...three, { type: 'queueChange', messageId: 'c', before: 'a' })))
      .toEqual(['c', 'a', 'b'])
    expect(listOrder(reduceAll(...three, { type: 'queueChange', messageId: 'a', before: null })))
      .toEqual(['b', 'c', 'a'])
    expect(listOrder(reduceAll(...three, { type: 'queueChange', messageId: 'a', before: 'gone' })))
      .toEqual(['b', 'c', 'a'])
    expect(listOrder(reduceAll(...three, { type: 'queueChange', messageId: 'b', before: 'b' })))
      .toEqual(['a', 'b', 'c'])
  })

  it('skips held messages, and sends nothing while it is paused', () => {
    const held = reduceAll(...three, { type: 'queueChange', messageId: 'a', isHeld: true })
    expect(getNextQueued(held)?.messageId).toBe('b')
    expect(
      getNextQueued(reduceQueue(held, { type: 'queueChange', messageId: 'a', isHeld: false }))?.messageId,
    ).toBe('a')
    const paused = reduceQueue(held, { type: 'queuePause', why: 'stopped' })
    expect(getNextQueued(paused)).toBeUndefined()
    expect(getNextQueued(reduceQueue(paused, { type: 'queueResume' }))?.messageId).toBe('b')
  })

  it('keeps a message held and in place when its text changes', () => {
    const changed = reduceAll(
      ...three,
      { type: 'queueChange', messageId: 'b', isHeld: true },
      { type: 'queueChange', messageId: 'b', content: [{ type: 'text', text: 'other' }] },
    )
    expect(changed?.messages[1]).toEqual({ messageId: 'b', content: [{ type: 'text', text: 'other' }], isHeld: true })
  })

  it('disappears with its pause when nothing waits', () => {
    expect(reduceAll(queueMessage('a'), { type: 'queuePause', why: 'failed' }, { type: 'queueRemoval', messageId: 'a' })).toBeUndefined()
    expect(reduceAll({ type: 'queuePause', why: 'failed' })).toBeUndefined()
    expect(reduceAll({ type: 'queueChange', messageId: 'x', isHeld: true })).toBeUndefined()
  })
})
