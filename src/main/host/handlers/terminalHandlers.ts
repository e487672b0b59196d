import type { HostHandlers } from '../../../shared/contract/contract'
import type { terminalMethods } from '../../../shared/contract/terminalMethods'
import type { Threads } from '../../threads/threads'
import { type Subscriber, type Subscribers, terminalKey } from '../subscribers'

/** What these handlers need of the host, and the renderer that they answer. */
interface TerminalWatchers {
  readonly threads: Threads
  readonly subscribers: Subscribers
  readonly subscriber: Subscriber
}

/** Answers what is asked about a thread's terminals. */
export function terminalHandlers({ threads, subscribers, subscriber }: TerminalWatchers): Pick<HostHandlers, keyof typeof terminalMethods> {
  return {
    openTerminal: ({ threadId, terminalId }) => {
      const { terminals } = threads.get(threadId)
      subscriber.terminals.set(terminalKey({ threadId, terminalId }), { threadId, terminalId })
      terminals.watch(terminalId) // first, so that no output falls between the view and what follows
      return terminals.view(terminalId)
    },
    leaveTerminal: ({ threadId, terminalId }) => {
      subscriber.terminals.delete(terminalKey({ threadId, terminalId }))
      const terminals = threads.open(threadId)?.terminals
      terminals?.unwatch(terminalId) // also lets go of what this one had not acknowledged
      if (subscribers.watches({ threadId, terminalId }))
        terminals?.watch(terminalId)
    },
    ackTerminal: ({ threadId, terminalId, characters }) => threads.get(threadId).terminals.operated(terminalId)?.ack(characters),
    writeTerminal: ({ threadId, terminalId, data }) => threads.get(threadId).terminals.operated(terminalId)?.write(data),
    resizeTerminal: ({ threadId, terminalId, columns, rows }) =>
      threads.get(threadId).terminals.operated(terminalId)?.resize(columns, rows),
    killTerminal: ({ threadId, terminalId }) => threads.get(threadId).terminals.operated(terminalId)?.kill(),
  }
}
