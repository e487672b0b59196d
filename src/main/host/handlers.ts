import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { AgentListing } from '../../shared/contract/agentListing'
import type { HostHandlers } from '../../shared/contract/contract'
import type { HostGreeting } from '../../shared/contract/hostGreeting'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { Registry } from '../agents/catalogue/registry'
import type { Buffers } from '../buffers/buffers'
import type { LastChoices } from '../store/lastChoices'
import type { SearchReader } from '../store/search/searchReader'
import type { ThreadStore } from '../store/threadStore'
import type { ShellEnvironment } from '../system/environment/shellEnvironment'
import type { Report } from '../system/report'
import type { AgentLogs } from '../threads/export/agentLogs'
import type { PathLists } from '../threads/mentions/pathLists'
import type { AttachedFiles } from '../threads/requests/attachedFiles'
import type { AgentSessions } from '../threads/session/agentSessions'
import type { Threads } from '../threads/threads'
import type { ScratchFolders } from '../workspace/scratch/scratchFolders'
import type { AgentInstalls } from './agents/agentInstalls'
import type { AgentKeys } from './agents/agentKeys'
import type { SettingsAgents } from './agents/settingsAgents'
import type { Editors } from './editors'
import type { Platform } from './platform'
import type { Sandboxes } from './sandboxes'
import type { Subscriber, Subscribers } from './subscribers'
import { HostError } from '../../shared/errors'
import { agentLogHandlers } from './handlers/agentLogHandlers'
import { attentionHandlers } from './handlers/attentionHandlers'
import { bufferHandlers } from './handlers/bufferHandlers'
import { changeHandlers } from './handlers/changeHandlers'
import { draftHandlers } from './handlers/draftHandlers'
import { editorHandlers } from './handlers/editorHandlers'
import { fileHandlers } from './handlers/fileHandlers'
import { fileTreeHandlers } from './handlers/fileTreeHandlers'
import { folderHandlers } from './handlers/folderHandlers'
import { installHandlers } from './handlers/installHandlers'
import { lastChoiceHandlers } from './handlers/lastChoiceHandlers'
import { mentionHandlers } from './handlers/mentionHandlers'
import { queueHandlers } from './handlers/queueHandlers'
import { ruleHandlers } from './handlers/ruleHandlers'
import { sandboxHandlers } from './handlers/sandboxHandlers'
import { searchHandlers } from './handlers/searchHandlers'
import { sessionHandlers } from './handlers/sessionHandlers'
import { settingsHandlers, type SettingsHandlersOptions } from './handlers/settingsHandlers'
import { terminalHandlers } from './handlers/terminalHandlers'
import { threadStartHandlers } from './handlers/threadStartHandlers'

/** What the handlers need of the host. */
export interface HandledHost extends SettingsHandlersOptions {
  readonly platform: Platform
  readonly shellEnvironment: ShellEnvironment
  readonly threads: Threads
  readonly buffers: Buffers
  readonly agentSessions: AgentSessions
  readonly store: ThreadStore
  readonly sandboxes: Sandboxes
  readonly logs: AgentLogs
  readonly attachments: AttachedFiles
  readonly pathLists: PathLists
  readonly editors: Editors
  readonly scratch: ScratchFolders
  readonly lastChoices: LastChoices
  readonly search: SearchReader
  /** Parley's own data. */
  readonly dataFolder: string
  /** Where bundles are written. */
  readonly exportFolder: string
  readonly subscribers: Subscribers
  readonly greeting: () => HostGreeting
  readonly listAgents: () => AgentListing[]
  readonly registry: Registry
  readonly keys: AgentKeys
  readonly settingsAgents: SettingsAgents
  readonly installs: AgentInstalls
  readonly findAgent: (agentId: string) => AgentDefinition
  readonly report: Report
}

/**
 * What one renderer may ask. A handler looks up whom it concerns and notes what this renderer watches: what it does lives in the object it
 * calls.
 */
export function hostHandlers(host: HandledHost, subscriber: Subscriber): HostHandlers {
  const { platform, threads } = host
  return {
    hello: () => host.greeting(),
    ...settingsHandlers(host),
    ...agentLogHandlers(host, subscriber),
    ...attentionHandlers({ threads, subscriber }),
    ...bufferHandlers(host, subscriber),
    ...changeHandlers(host),
    ...draftHandlers(host),
    ...editorHandlers(host),
    ...fileHandlers(host),
    ...fileTreeHandlers({ threads, subscriber }),
    ...folderHandlers(host),
    ...installHandlers(host),
    ...lastChoiceHandlers(host),
    ...mentionHandlers(host),
    ...queueHandlers(threads),
    ...ruleHandlers(host),
    ...sessionHandlers(host),
    ...sandboxHandlers(host),
    ...searchHandlers(host),
    ...threadStartHandlers(host),
    ...terminalHandlers({ threads, subscriber }),

    listAgents: () => {
      host.registry.refresh().catch(error => host.report(error, 'asking the registry of agents'))
      return host.listAgents()
    },
    catalogueStatus: () => host.registry.status,
    hideAgent: ({ agentId, isHidden }) => host.settingsAgents.hide(agentId, isHidden),
    readAgent: ({ agentId }) => host.settingsAgents.read(agentId),
    saveAgent: change => ({ agentId: host.settingsAgents.save(change) }),
    removeAgent: ({ agentId }) => host.settingsAgents.remove(agentId),
    chooseFolder: ({ startAt }) => {
      if (!platform.chooseFolder)
        throw new HostError('unsupported', 'There is no folder dialog here. Type the folder\'s path.')
      return platform.chooseFolder(startAt)
    },

    refreshEnvironment: () => host.shellEnvironment.refresh(),

    listThreads: () => threads.list(),
    openThread: ({ threadId }) => {
      const thread = threads.get(threadId)
      thread.flush()
      subscriber.threads.add(threadId)
      if (host.subscribers.isLookedAt(threadId))
        thread.seen()
      return thread.transcript
    },
    leaveThread: ({ threadId }) => void subscriber.threads.delete(threadId),
    readEntries: ({ threadId, before, limit }) => threads.get(threadId).readEntries(before, limit),
    renameThread: ({ threadId, title }) => threads.update(threadId, { title, titleFrom: 'person' }),
    arrangeThread: ({ threadId, ...places }) => threads.update(threadId, places),
    deleteThreadSoon: ({ threadId }) => threads.removeSoon(threadId),
    restoreThread: ({ threadId }) => threads.restore(threadId),
    deleteThread: ({ threadId, inAgent }) => threads.remove(threadId, { inAgent }),
    countScratchFiles: async ({ threadId }) => {
      const pin = host.store.readThread(threadId)?.scratch
      return pin && host.scratch.count(pin)
    },

    // The contract checks that every block has a type; the agent's capabilities decide which types it takes.
    sendPrompt: ({ threadId, content }) => threads.get(threadId).sendPrompt(content as ContentBlock[]),
    cancelTurn: ({ threadId }) => threads.get(threadId).cancelTurn(),
    forceStop: ({ threadId }) => threads.get(threadId).forceStop(),
    trustCommand: ({ threadId, command }) => threads.trustCommand(threadId, command),
    declineCommand: ({ threadId }) => threads.get(threadId).gate.decline(),
    retryChoices: ({ threadId }) => threads.get(threadId).options.gate.retry(),
    acceptLostChoices: ({ threadId, lost }) => threads.get(threadId).options.gate.accept(lost),
    declineLostChoices: ({ threadId }) => threads.get(threadId).options.gate.decline(),
    restartAgent: ({ threadId }) => threads.get(threadId).restartAgent(),
    signIn: ({ threadId, methodId }) => threads.signIn(threadId, methodId),
    signInByKey: ({ threadId, methodId, keys }) => {
      host.keys.set(threads.get(threadId).summary.agentId, keys)
      return threads.signIn(threadId, methodId, { isNewProcess: true })
    },
    cancelSignIn: ({ threadId }) => threads.get(threadId).signIn.cancel(),
    signOut: ({ threadId }) => threads.get(threadId).signIn.signOut(),

    answerPermission: ({ threadId, requestId, optionId, ...more }) =>
      threads.get(threadId).answerPermission(requestId, optionId ?? undefined, more),
    answerElicitation: ({ threadId, requestId, response }) => threads.get(threadId).answerElicitation(requestId, response),
    setMode: ({ threadId, modeId }) => threads.get(threadId).options.setMode(modeId),
    setConfigOption: ({ threadId, configId, value }) => threads.get(threadId).options.setConfigOption(configId, value),

    openExternal: ({ url }) => platform.openExternal(url),
  }
}
