import type { AgentListing } from '../../../shared/contract/agentListing'
import { shallowRef } from 'vue'
import { HostError, messageOf } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { newThreadWords as words } from './words'

/** What keeps a thread from starting, and where. */
export interface StartProblem {
  readonly at: 'folder' | 'additional' | 'agent'
  readonly message: string
}

/** What a thread is started with. */
export interface ThreadStart {
  readonly agent: AgentListing
  /** Without one, Parley lends the thread one. */
  readonly folder?: string | undefined
  readonly additionalFolders: readonly string[]
  /** The thread that the new one continues. */
  readonly continues?: string
}

/** Starts threads, and keeps why one could not be started. */
export function useStart({ loadAgents }: { loadAgents: () => Promise<void> }) {
  const { host } = useHost()
  const isStarting = shallowRef(false)
  const problem = shallowRef<StartProblem>()

  /** Returns the thread's id, or nothing where there is a problem. */
  async function start({ agent, folder, additionalFolders, continues }: ThreadStart): Promise<string | undefined> {
    if (isStarting.value || (folder !== undefined && !checkFolder(folder)))
      return undefined
    const further = (folder === undefined ? [] : additionalFolders).map(path => path.trim()).filter(path => path !== '')
    isStarting.value = true
    problem.value = undefined
    try {
      const { threadId } = await host.startThread({
        agentId: agent.agentId,
        folder: folder?.trim(),
        additionalFolders: further.length > 0 ? further : undefined,
        command: agent.command,
        continues,
      })
      return threadId
    }
    catch (error) {
      problem.value = await problemOf(error)
      return undefined
    }
    finally {
      isStarting.value = false
    }
  }

  /** Whether a folder is given; without one, that is the problem. */
  function checkFolder(folder: string): boolean {
    if (folder.trim() !== '')
      return true
    problem.value = { at: 'folder', message: words.folderMissing }
    return false
  }

  async function problemOf(error: unknown): Promise<StartProblem> {
    switch (error instanceof HostError ? error.code : undefined) {
      case 'command_changed':
        await loadAgents()
        return { at: 'agent', message: words.commandChanged }
      case 'folder_not_found':
        return { at: 'folder', message: messageOf(error) }
      case 'additional_folder':
        return { at: 'additional', message: messageOf(error) }
      default:
        return { at: 'agent', message: messageOf(error) }
    }
  }

  return { isStarting, problem, start, checkFolder }
}
