import type { HostHandlers } from '../../../shared/contract/contract'
import type { terminalMethods } from '../../../shared/contract/methods/terminalMethods'
import type { TerminalListener } from '../../terminal/terminalWatchers'
import type { HandledHost } from '../handledHost'
import type { Subscriber } from '../subscribers'

/** Handlers for a thread's terminals. */
export function terminalHandlers(
  { threads }: HandledHost,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof terminalMethods> {
  const { terminals: watched } = subscriber
  const leave = (key: string): void => {
    watched.get(key)?.stop()
    watched.delete(key)
  }
  return {
    openTerminal: ({ threadId, terminalId }) => {
      const { terminals } = threads.get(threadId)
      const key = terminalKey(threadId, terminalId)
      leave(key) // reopening starts from a new view
      const watch = terminals.watch(terminalId, listenerOf(threadId, subscriber)) // before the view, to lose no output
      if (watch)
        watched.set(key, watch)
      return terminals.view(terminalId)
    },
    runningCommands: ({ threadId }) => threads.get(threadId).terminals.commands(),
    leaveTerminal: ({ threadId, terminalId }) => leave(terminalKey(threadId, terminalId)),
    ackTerminal: ({ threadId, terminalId, offset }) => watched.get(terminalKey(threadId, terminalId))?.ack(offset),
    writeTerminal: ({ threadId, terminalId, data }) => threads.get(threadId).terminals.hostTerminal(terminalId)?.write(data),
    resizeTerminal: ({ threadId, terminalId, columns, rows }) =>
      threads.get(threadId).terminals.hostTerminal(terminalId)?.resize(columns, rows),
    killTerminal: ({ threadId, terminalId }) => threads.get(threadId).terminals.hostTerminal(terminalId)?.kill(),
  }
}

function listenerOf(threadId: string, { tell }: Subscriber): TerminalListener {
  return {
    onOutput: ({ terminalId, data, offset }) => tell('terminalOutput', { threadId, terminalId, data, offset }),
    onChange: ({ terminalId, state, exit, sandbox }) => tell('terminalChanged', { threadId, terminalId, state, exit, sandbox }),
  }
}

/** Terminal ids are the agent's own and unique only per thread. */
function terminalKey(threadId: string, terminalId: string): string {
  return JSON.stringify([threadId, terminalId])
}
