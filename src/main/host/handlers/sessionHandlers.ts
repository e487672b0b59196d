import type { HostHandlers } from '../../../shared/contract/contract'
import type { sessionMethods } from '../../../shared/contract/methods/sessionMethods'
import type { NewThreads } from '../../threads/newThread/newThreads'
import type { AgentSessions } from '../../threads/session/agentSessions'
import type { Threads } from '../../threads/threads'
import { type AgentFinder, trustedAgent } from '../agents/trustedAgent'

/** What `sessionHandlers` needs of the host. */
interface SessionHandlersOptions extends AgentFinder {
  readonly agentSessions: AgentSessions
  readonly threads: Pick<Threads, 'canDeleteSession'>
  readonly newThreads: NewThreads
}

/** Answers what is asked about the sessions that agents have themselves. */
export function sessionHandlers({
  agentSessions,
  threads,
  newThreads,
  ...finder
}: SessionHandlersOptions): Pick<HostHandlers, keyof typeof sessionMethods> {
  return {
    listSessions: (question) => {
      trustedAgent(finder, question)
      return agentSessions.list(question)
    },
    openSession: async ({ agentId, command, sessionId, title, ...folders }) => {
      const thread = await newThreads.start({
        agent: trustedAgent(finder, { agentId, command }),
        command,
        session: { sessionId, title },
        ...folders,
      })
      return { threadId: thread.summary.threadId }
    },
    deleteSession: (session) => {
      trustedAgent(finder, session)
      return agentSessions.delete(session)
    },
    startSignIn: async ({ agentId, command, folder }) => {
      const thread = await newThreads.startSignIn({ agent: trustedAgent(finder, { agentId, command }), command, folder })
      return { threadId: thread.summary.threadId }
    },
    canDeleteSession: ({ threadId }) => threads.canDeleteSession(threadId),
  }
}
