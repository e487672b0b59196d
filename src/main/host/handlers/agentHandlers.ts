import type { HostHandlers } from '../../../shared/contract/contract'
import type { agentMethods } from '../../../shared/contract/methods/agentMethods'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { HandlerServices } from '../handlerServices'
import type { Subscriber } from '../subscribers'
import { HostError } from '../../../shared/errors'
import { exportBundle } from '../../threads/export/exportBundle'

/**
 * Handlers for agents: list, installation, sessions, sign-in and agent log. One table: each row is a method of the
 * contract.
 */
export function createAgentHandlers(
  host: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof agentMethods> {
  const { listAgents, registry, settingsAgents, installs, agentSessions, threads, newThreads, keys: agentKeys, logs } = host
  return {
    listAgents: () => {
      registry.refresh().catch(error => host.report(error, 'asking the registry of agents'))
      return listAgents()
    },
    catalogueStatus: () => registry.status,
    hideAgent: ({ agentId, isHidden }) => settingsAgents.hide(agentId, isHidden),
    readAgent: ({ agentId }) => settingsAgents.read(agentId),
    saveAgent: change => ({ agentId: settingsAgents.save(change) }),
    removeAgent: ({ agentId }) => settingsAgents.remove(agentId),
    testAgent: async ({ testId, agentId, agent }) =>
      host.agentTests.run(testId, settingsAgents.readTested(agent, agentId)),
    cancelAgentTest: ({ testId }) => host.agentTests.cancel(testId),

    installAgent: ({ agentId }) => installs.install(agentId),
    cancelInstall: ({ agentId }) => installs.cancel(agentId),
    uninstallAgent: ({ agentId }) => installs.uninstall(agentId),
    listInstalls: () => installs.list(),
    preflightAgent: ({ agentId, folder }) => installs.preflight(host.findAgent(agentId), folder),

    listSessions: (question) => {
      findShownAgent(host, question)
      return agentSessions.list(question)
    },
    openSession: async ({ agentId, command, sessionId, title, ...folders }) => {
      const thread = await newThreads.start({
        agent: findShownAgent(host, { agentId, command }),
        command,
        session: { sessionId, title },
        ...folders,
      })
      return { threadId: thread.summary.threadId }
    },
    deleteSession: (session) => {
      findShownAgent(host, session)
      return agentSessions.delete(session)
    },
    startSignIn: async ({ agentId, command, folder }) => {
      const thread = await newThreads.startSignIn({ agent: findShownAgent(host, { agentId, command }), command, folder })
      return { threadId: thread.summary.threadId }
    },
    canDeleteSession: ({ threadId }) => threads.canDeleteSession(threadId),

    signIn: ({ threadId, methodId }) => threads.signIn(threadId, methodId),
    signInByKey: ({ threadId, methodId, keys }) => {
      agentKeys.set(threads.get(threadId).summary.agentId, keys)
      return threads.signIn(threadId, methodId, { isNewProcess: true })
    },
    cancelSignIn: ({ threadId }) => threads.get(threadId).signIn.cancel(),
    signOut: ({ threadId }) => threads.get(threadId).signIn.signOut(),

    openAgentLog: ({ threadId }) => {
      const entries = logs.subscribe(threads.get(threadId).summary) // first, so that earlier subscribers get the pending entries
      subscriber.logs.add(threadId)
      return entries
    },
    leaveAgentLog: ({ threadId }) => closeAgentLog(host, subscriber, threadId),
    readAgentLogEntry: ({ threadId, entryId }) => logs.readEntry(threads.get(threadId).summary, entryId),
    exportBundle: ({ threadId, withContents }) =>
      exportBundle({
        thread: threads.get(threadId),
        store: host.store,
        logs,
        folder: host.exportFolder,
        version: host.greeting().version,
        withContents,
      }),
  }
}

/** Finds the agent. Throws if its command line is no longer the one that the person saw. */
export function findShownAgent(
  { listAgents, findAgent }: Pick<HandlerServices, 'listAgents' | 'findAgent'>,
  { agentId, command }: { agentId: string, command: string },
): AgentDefinition {
  const listing = listAgents().find(listing => listing.agentId === agentId)
  if (listing?.command !== command)
    throw new HostError('command_changed', 'The command of this agent has changed. Check it again, then start.')
  if (listing.state === 'needs install')
    throw new HostError('agent_not_found', `${listing.name} is not installed yet. Install it first.`)
  if (listing.state === 'unavailable')
    throw new HostError('agent_not_found', listing.why ?? `${listing.name} cannot be started.`)
  return findAgent(agentId)
}

/** Called when the renderer closes that thread's agent log. */
export function closeAgentLog(
  { subscribers, logs }: Pick<HandlerServices, 'logs' | 'subscribers'>,
  subscriber: Subscriber,
  threadId: string,
): void {
  subscriber.logs.delete(threadId)
  if (!subscribers.watchesLog(threadId))
    logs.unsubscribe(threadId)
}
