import type { AgentListing } from '../../../../shared/contract/agentListing'
import { type Ref, shallowRef, watch } from 'vue'
import { errorMessage, HostError } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { newThreadWords as words } from '../words'

/** Why a start failed, and the field or agent concerned. */
export interface StartProblem {
  readonly at: 'folder' | 'additional' | 'agent'
  readonly message: string
}

interface ThreadStart {
  readonly agent: AgentListing
  /** Absent for a scratch folder. */
  readonly folder?: string | undefined
  readonly additionalFolders: readonly string[]
  /** The thread that the new one continues. */
  readonly continues?: string | undefined
  /** Starts only if the command is already trusted. */
  readonly onlyIfTrusted?: true | undefined
}

/** Starts threads and reports why a start failed. Long because its functions share the reported problem. */
export function useStart({ loadAgents, choice }: {
  loadAgents: () => Promise<void>
  /** Key of the current choices. A change clears the problem. */
  choice: Readonly<Ref<string>>
}) {
  const { host } = useHost()
  const isStarting = shallowRef(false)
  const problem = shallowRef<StartProblem>()

  watch(choice, () => problem.value = undefined)

  /** Returns the thread's id, or `undefined` after setting the problem. */
  async function start({
    agent,
    folder,
    additionalFolders,
    continues,
    onlyIfTrusted,
  }: ThreadStart): Promise<string | undefined> {
    if (isStarting.value || (folder !== undefined && !checkFolder(folder)))
      return undefined
    const additional = (folder === undefined ? [] : additionalFolders)
      .map(path => path.trim())
      .filter(path => path !== '')
    isStarting.value = true
    problem.value = undefined
    try {
      const { threadId } = await host.startThread({
        agentId: agent.agentId,
        folder: folder?.trim(),
        additionalFolders: additional.length > 0 ? additional : undefined,
        command: agent.command,
        continues,
        onlyIfTrusted,
      })
      return threadId
    }
    catch (error) {
      problem.value = await toProblem(error)
      return undefined
    }
    finally {
      isStarting.value = false
    }
  }

  /** Returns whether `folder` is not blank. Otherwise sets the problem. */
  function checkFolder(folder: string): boolean {
    if (folder.trim() !== '')
      return true
    problem.value = { at: 'folder', message: words.folderMissing }
    return false
  }

  function setProblem(at: StartProblem['at'], error: unknown): void {
    problem.value = { at, message: errorMessage(error) }
  }

  async function toProblem(error: unknown): Promise<StartProblem> {
    switch (error instanceof HostError ? error.code : undefined) {
      case 'command_changed':
        await loadAgents()
        return { at: 'agent', message: words.commandChanged }
      case 'folder_not_found':
        return { at: 'folder', message: errorMessage(error) }
      case 'additional_folder':
        return { at: 'additional', message: errorMessage(error) }
      default:
        return { at: 'agent', message: errorMessage(error) }
    }
  }

  return { isStarting, problem, start, checkFolder, setProblem }
}
