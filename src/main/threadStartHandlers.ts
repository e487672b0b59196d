import type { AgentListing, HostHandlers } from '../shared/contract'
import { HostError } from '../shared/errors'
import type { threadStartMethods } from '../shared/threadStartMethods'
import type { AgentDefinition } from './agents/agentDefinition'
import { readTranscriptText } from './sessions/readTranscriptText'
import type { Threads } from './sessions/threads'

/** What these handlers need of the host. */
interface ThreadStarters {
  readonly threads: Threads
  readonly listAgents: () => AgentListing[]
  readonly findAgent: (agentId: string) => AgentDefinition
}

/** Answers what begins a thread. */
export function threadStartHandlers({ threads, listAgents, findAgent }: ThreadStarters): Pick<HostHandlers, keyof typeof threadStartMethods> {
  return {
    startThread: async ({ agentId, command, ...begin }) => {
      const listing = listAgents().find(listing => listing.agentId === agentId)
      if (listing?.command !== command)
        throw new HostError('command_changed', 'What would run has changed. Look at the command again, then start.')
      if (listing.state === 'needs install')
        throw new HostError('agent_not_found', `${listing.name} is not installed yet.`)
      if (listing.state === 'unavailable')
        throw new HostError('agent_not_found', listing.why ?? `${listing.name} cannot be started.`)
      const thread = await threads.start({ agent: findAgent(agentId), command, ...begin })
      return { threadId: thread.summary.threadId }
    },
    readTranscriptText: ({ threadId }) => readTranscriptText(threads.get(threadId)),
  }
}
