import type { HostHandlers } from '../../../shared/contract/contract'
import type { threadStartMethods } from '../../../shared/contract/methods/threadStartMethods'
import type { SettingsStore } from '../../store/settings/settingsStore'
import type { Threads } from '../../threads/threads'
import { HostError } from '../../../shared/errors'
import { agentPreferences, experimentsOf } from '../../agents/catalogue/agentPreferences'
import { readTranscriptText } from '../../threads/export/readTranscriptText'
import { type AgentFinder, trustedAgent } from '../agents/trustedAgent'

/** What these handlers need of the host. */
interface ThreadStarters extends AgentFinder {
  readonly threads: Threads
  readonly settings: SettingsStore
}

/** Answers what begins a thread. */
export function threadStartHandlers({ threads, settings, ...finder }: ThreadStarters): Pick<HostHandlers, keyof typeof threadStartMethods> {
  return {
    startThread: async ({ agentId, command, ...begin }) => {
      const thread = await threads.start({ agent: trustedAgent(finder, { agentId, command }), command, ...begin })
      return { threadId: thread.summary.threadId }
    },
    forkThread: async ({ threadId }) => {
      const { agentId, agentName } = threads.get(threadId).summary
      if (!experimentsOf(agentPreferences(agentId, settings.settings)).fork)
        throw new HostError('unsupported', `Forking is experimental, and off. Switch it on in the settings of ${agentName}.`)
      const thread = await threads.fork(threadId)
      return { threadId: thread.summary.threadId }
    },
    readTranscriptText: ({ threadId }) => readTranscriptText(threads.get(threadId)),
  }
}
