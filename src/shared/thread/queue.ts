import type { ContentBlock } from '@agentclientprotocol/sdk'

export interface QueuedMessage {
  readonly messageId: string
  readonly content: readonly ContentBlock[]
  /** Stays queued until the person releases it. Later messages overtake it. */
  readonly isHeld?: true
}

/** The message queue, next one first. */
export interface Queue {
  readonly messages: readonly QueuedMessage[]
  /** Set if nothing is sent until the person resumes. */
  readonly paused?: QueuePause
}

/** Why the queue is paused: the person stopped the agent, a turn or start failed, or Parley was closed. */
export interface QueuePause {
  readonly why: 'stopped' | 'failed' | 'closed'
  /** Why a message failed to send. */
  readonly message?: string
}

/** Changes of the queue. A `prompt` or `steer` event with a queued message's id also removes it from the queue. */
export type QueueEvent
  = | { readonly type: 'queued', readonly messageId: string, readonly content: readonly ContentBlock[] }
    | ({ readonly type: 'queueChange', readonly messageId: string } & QueuedChange)
    | { readonly type: 'queueRemoval', readonly messageId: string }
    | ({ readonly type: 'queuePause' } & QueuePause)
    | { readonly type: 'queueResume' }

/** The person's changes to a queued message. */
export interface QueuedChange {
  readonly content?: readonly ContentBlock[]
  readonly isHeld?: boolean
  /** The message to move it before; `null` moves it to the end. */
  readonly before?: string | null
}

/** Far more than the host accepts. An imported log may contain any number, and each change copies the list. */
const maxQueued = 1_000

/** Applies an event; returns `undefined` for an empty queue. */
export function reduceQueue(queue: Queue | undefined, event: QueueEvent): Queue | undefined {
  const { messages, paused } = queue ?? { messages: [], paused: undefined }
  switch (event.type) {
    case 'queued':
      return messages.length >= maxQueued
        ? queue
        : makeQueue([...messages, { messageId: event.messageId, content: event.content }], paused)
    case 'queueChange':
      return makeQueue(applyChange(messages, event), paused)
    case 'queueRemoval':
      return removeQueued(queue, event.messageId)
    case 'queuePause':
      return makeQueue(messages, { why: event.why, ...event.message !== undefined && { message: event.message } })
    case 'queueResume':
      return makeQueue(messages, undefined)
  }
}

/** Removes a message that was sent or deleted. */
export function removeQueued(queue: Queue | undefined, messageId: string): Queue | undefined {
  return queue && makeQueue(queue.messages.filter(message => message.messageId !== messageId), queue.paused)
}

/** The message to send when a turn ends successfully. */
export function getNextQueued(queue: Queue | undefined): QueuedMessage | undefined {
  return queue?.paused ? undefined : queue?.messages.find(({ isHeld }) => !isHeld)
}

function makeQueue(messages: readonly QueuedMessage[], paused: QueuePause | undefined): Queue | undefined {
  return messages.length === 0 ? undefined : { messages, ...paused && { paused } }
}

function applyChange(
  messages: readonly QueuedMessage[],
  { messageId, content, isHeld, before }: QueuedChange & { messageId: string },
) {
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
