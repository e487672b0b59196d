import type { ContentBlock } from '@agentclientprotocol/sdk'

/** A message that waits for the end of the turn. */
export interface QueuedMessage {
  readonly messageId: string
  readonly content: readonly ContentBlock[]
  /** It stays until the person releases it; those behind it go first. */
  readonly isHeld?: true
}

/** Messages that wait for the end of the turn, the next one first. */
export interface Queue {
  readonly messages: readonly QueuedMessage[]
  /** Nothing is sent until the person resumes. */
  readonly paused?: QueuePause
}

/** Why nothing is sent: the person stopped the agent, a turn or a start failed, or Parley was closed. */
export interface QueuePause {
  readonly why: 'stopped' | 'failed' | 'closed'
  /** Why a message could not be sent. */
  readonly message?: string
}

/**
 * What happens to queued messages. A prompt, or a message into a turn, that was queued takes its message out of the
 * queue.
 */
export type QueueEvent
  = | { readonly type: 'queued', readonly messageId: string, readonly content: readonly ContentBlock[] }
    | ({ readonly type: 'queueChange', readonly messageId: string } & QueuedChange)
    | { readonly type: 'queueRemoval', readonly messageId: string }
    | ({ readonly type: 'queuePause' } & QueuePause)
    | { readonly type: 'queueResume' }

/** What the person changes about a queued message. */
export interface QueuedChange {
  readonly content?: readonly ContentBlock[]
  readonly isHeld?: boolean
  /** The message before which it goes; `null` puts it at the end. */
  readonly before?: string | null
}

/** Far more than the host lets wait: a log from elsewhere may hold any number, and each change copies all. */
const maxWaiting = 1_000

/** The queue after that event; `undefined` where nothing waits. */
export function reduceQueue(queue: Queue | undefined, event: QueueEvent): Queue | undefined {
  const { messages, paused } = queue ?? { messages: [], paused: undefined }
  switch (event.type) {
    case 'queued':
      return messages.length >= maxWaiting ? queue : queueOf([...messages, { messageId: event.messageId, content: event.content }], paused)
    case 'queueChange':
      return queueOf(changed(messages, event), paused)
    case 'queueRemoval':
      return withoutQueued(queue, event.messageId)
    case 'queuePause':
      return queueOf(messages, { why: event.why, ...event.message !== undefined && { message: event.message } })
    case 'queueResume':
      return queueOf(messages, undefined)
  }
}

/** The queue without a message, which was sent or removed. */
export function withoutQueued(queue: Queue | undefined, messageId: string): Queue | undefined {
  return queue && queueOf(queue.messages.filter(message => message.messageId !== messageId), queue.paused)
}

/** The message that is sent when a turn ends well. */
export function nextQueued(queue: Queue | undefined): QueuedMessage | undefined {
  return queue?.paused ? undefined : queue?.messages.find(({ isHeld }) => !isHeld)
}

function queueOf(messages: readonly QueuedMessage[], paused: QueuePause | undefined): Queue | undefined {
  return messages.length === 0 ? undefined : { messages, ...paused && { paused } }
}

function changed(messages: readonly QueuedMessage[], { messageId, content, isHeld, before }: QueuedChange & { messageId: string }) {
  const old = messages.find(message => message.messageId === messageId)
  if (!old)
    return messages
  const message: QueuedMessage = {
    messageId,
    content: content ?? old.content,
    ...(isHeld ?? old.isHeld) && { isHeld: true },
  }
  if (before === undefined || before === messageId)
    return messages.map(one => one === old ? message : one)
  const others = messages.filter(one => one !== old)
  const place = others.findIndex(one => one.messageId === before)
  return place < 0 ? [...others, message] : [...others.slice(0, place), message, ...others.slice(place)]
}
