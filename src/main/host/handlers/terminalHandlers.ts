import type { HostHandlers } from '../../../shared/contract/contract'
import type { terminalMethods } from '../../../shared/contract/methods/terminalMethods'
import type { Terminal } from '../../terminal/terminal'
import type { TerminalListener } from '../../terminal/terminalWatchers'
import type { HandlerServices } from '../handlerServices'
import type { Subscriber } from '../subscribers'

/** Handlers for the terminals of threads, and for the person's own. */
export function createTerminalHandlers(
  { threads, ownTerminals, terminalCommands }: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof terminalMethods> {
  const { terminals: watched } = subscriber
  const stopWatching = (key: string): void => {
    watched.get(key)?.stop()
    watched.delete(key)
  }
  const find = ({ threadId, terminalId }: TerminalPlace): Terminal | undefined =>
    threadId === undefined ? ownTerminals.find(terminalId) : threads.get(threadId).terminals.hostTerminal(terminalId)
  return {
    openTerminal: ({ threadId, terminalId }) => {
      const key = toKey({ threadId, terminalId })
      stopWatching(key) // reopening starts with a new view
      const listener = createListener(threadId, subscriber)
      const own = threadId === undefined ? ownTerminals.find(terminalId) : undefined
      const terminals = threadId === undefined ? undefined : threads.get(threadId).terminals
      const watch = own?.watch(listener) ?? terminals?.watch(terminalId, listener) // before the view, so that no output is lost
      if (watch)
        watched.set(key, watch)
      const view = own?.view() ?? terminals?.view(terminalId)
      return view && { ...view, ...watch && { shownBefore: watch.shownBefore } }
    },
    runningCommands: ({ threadId }) => threads.get(threadId).terminals.commands(),
    leaveTerminal: terminal => stopWatching(toKey(terminal)),
    ackTerminal: ({ offset, ...terminal }) => watched.get(toKey(terminal))?.ack(offset),
    writeTerminal: ({ data, isAnswer, ...terminal }) => {
      if (!isAnswer || watched.get(toKey(terminal))?.isFirst)
        find(terminal)?.write(data)
    },
    resizeTerminal: ({ columns, rows, ...terminal }) => find(terminal)?.resize(columns, rows),
    killTerminal: terminal => find(terminal)?.kill(),
    ownTerminals: ({ folder }) => ownTerminals.list(folder),
    listShells: () => ownTerminals.shells(),
    terminalCommands: ({ folder }) => terminalCommands.read(folder),
    saveTerminalCommand: ({ folder, line }) => {
      terminalCommands.save(folder, line)
      return terminalCommands.read(folder)
    },
    removeTerminalCommand: ({ folder, line }) => {
      terminalCommands.remove(folder, line)
      return terminalCommands.read(folder)
    },
    createOwnTerminal: request => ownTerminals.create(request),
    renameOwnTerminal: ({ terminalId, name }) => ownTerminals.rename(terminalId, name),
    sortOwnTerminals: ({ folder, terminalIds }) => ownTerminals.sort(folder, terminalIds),
    closeOwnTerminal: ({ terminalId }) => ownTerminals.close(terminalId),
  }
}

/** A terminal of a thread; without a thread, one of the person's own. */
interface TerminalPlace {
  readonly threadId?: string | undefined
  readonly terminalId: string
}

function createListener(threadId: string | undefined, { emit }: Subscriber): TerminalListener {
  return {
    onOutput: ({ terminalId, data, offset }) => emit('terminalOutput', { threadId, terminalId, data, offset }),
    onChange: ({ terminalId, state, exit, sandbox }) =>
      emit('terminalChanged', { threadId, terminalId, state, exit, sandbox }),
  }
}

/** Agents choose the ids of their terminals, which are unique only per thread. */
function toKey({ threadId, terminalId }: TerminalPlace): string {
  return JSON.stringify([threadId ?? '', terminalId])
}
