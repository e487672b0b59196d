import type { QueuePause } from '../../../shared/thread/queue'
import { visibleText } from '../../text/visibleText'

/** Strings of queued messages. */
export const queueWords = {
  title: 'Queued messages',
  message: 'Queued message',
  attachments: (count: number) => count === 1 ? '1 attachment' : `${count} attachments`,
  held: 'Held',
  edit: 'Edit',
  save: 'Save',
  hold: 'Hold',
  holdHint: 'Keeps this message back; the others are sent',
  release: 'Release',
  up: 'Move up',
  down: 'Move down',
  sendNow: 'Send now',
  sendNowHint: 'Stops the running turn first, after a question',
  steer: 'Steer now',
  steerHint: 'Adds it to the running turn without stopping the agent',
  remove: 'Remove',
  failed: 'Couldn’t change the queue',

  resume: 'Resume queue',
  paused: ({ why, message }: QueuePause) => {
    const because = message === undefined ? '' : ` ${visibleText(message)}`
    switch (why) {
      case 'stopped': return `Queue paused: you stopped the agent.${because}`
      case 'failed': return message === undefined ? 'Queue paused: the last turn failed.' : `Queue paused:${because}`
      case 'closed': return `Queue paused: Parley was closed.${because}`
    }
  },

  stopFirst: {
    name: 'Send now',
    question: 'Stop the running turn and send this message now?',
    rest: 'The agent’s work so far stays.',
    cancel: 'Let it work',
    confirm: 'Stop and send',
  },
}
