import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { HostGreeting } from '../../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef, watch } from 'vue'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { useLastText } from '../../../composables/useLastChoices'
import { usePersistentText } from '../../../composables/usePersistentText'
import { findInitialAgent } from '../../agents/firstAgent'
import { chooseInitialFolder } from '../folder/initialFolder'

/** Inputs for the initial choices. */
interface StartFrom extends Omit<AgentChoices, 'preselected'> {
  /** Folders of other threads, latest first. */
  readonly recent: readonly string[]
  readonly preselect: HostGreeting['preselect']
  /** Whether choices persist when the form closes, the page reloads or Parley restarts. */
  readonly isPersisted: boolean
}

/** Agent and folder of a new thread: the persisted choices, or else defaults. */
export function useStartChoices(sources: () => StartFrom) {
  const { continued, preselect, recent, isPersisted } = sources()
  const last = useLastText('lastFolder').value
  const { isScratch, folder } = chooseInitialFolder({ continued, preselected: preselect.folder, last, recent })
  const lastRemoteFolder = useLastText('lastRemoteFolder')
  const remoteFolder = shallowRef(continued?.elsewhere?.folder ?? lastRemoteFolder.value)
  const additionalFolders = shallowRef<readonly string[]>(continued?.additionalFolders ?? [])
  const { agent, picked, remember } = useChosenAgent(() => ({ ...sources(), preselected: sources().preselect.agentId }))
  /** Name of the machine with the agent's files; `undefined` for this machine. */
  const remoteHost = computed(() => agent.value?.address?.files === 'there' ? agent.value.address.host : undefined)
  const chosenFolder = computed(() =>
    remoteHost.value !== undefined ? remoteFolder.value : isScratch.value ? undefined : folder.value)
  const clearStored = isPersisted ? persist() : () => undefined

  function persist(): () => void {
    const storedText = usePersistentText('home.choices')
    // New command line arguments override stored choices.
    const given = JSON.stringify(preselect)
    const now = computed((): StoredChoices => ({
      given,
      agentId: picked.value,
      folder: folder.value,
      isScratch: isScratch.value,
      additional: additionalFolders.value,
    }))
    let isCleared = false
    watch(storedText, (text) => {
      const stored = parseChoices(text)
      if (stored?.given !== given || JSON.stringify(stored) === JSON.stringify(now.value))
        return
      picked.value = stored.agentId
      folder.value = stored.folder
      isScratch.value = stored.isScratch
      additionalFolders.value = stored.additional
    }, { immediate: true })
    watch(now, (now) => {
      if (!isCleared)
        storedText.value = JSON.stringify(now)
    })
    return () => {
      isCleared = true
      storedText.value = ''
    }
  }

  return {
    agent,
    picked,
    remember,
    isScratch,
    folder,
    remoteHost,
    remoteFolder,
    chosenFolder,
    additionalFolders,
    clearStored,
  }
}

/** Persisted choices of Home's form. */
interface StoredChoices {
  /** Preselection from the command line at that time. */
  readonly given: string
  /** Absent if the person picked no agent. */
  readonly agentId?: string | undefined
  readonly folder: string
  readonly isScratch: boolean
  readonly additional: readonly string[]
}

/** Parses stored choices; `undefined` if there are none or another version stored them. */
function parseChoices(text: string): StoredChoices | undefined {
  let stored: unknown
  try {
    stored = JSON.parse(text)
  }
  catch {
    return undefined // nothing stored
  }
  if (!isJsonObject(stored))
    return undefined
  const { given, agentId, folder, isScratch, additional } = stored
  const isValid = typeof given === 'string' && typeof folder === 'string' && typeof isScratch === 'boolean'
    && (agentId === undefined || typeof agentId === 'string')
    && Array.isArray(additional) && additional.every(path => typeof path === 'string')
  return isValid ? { given, agentId, folder, isScratch, additional } : undefined
}

/** Inputs for the choice of an agent. */
interface AgentChoices {
  readonly agents: readonly AgentListing[]
  /** Ids of the agents requested by a menu and by the command line. */
  readonly requestedAgent: string | undefined
  readonly preselected: string | undefined
  /** A thread to continue with another agent. */
  readonly continued: ThreadSummary | undefined
}

/** The agent to start: the one that the person picked, or else a default. */
function useChosenAgent(choices: () => AgentChoices) {
  const lastAgent = useLastText('lastAgent')
  const picked = shallowRef<string>()

  const agent = computed(() => {
    const { agents, requestedAgent, preselected, continued } = choices()
    const likely = agents.filter(({ agentId }) => agentId !== continued?.agentId || agentId === requestedAgent)
    return agents.find(({ agentId }) => agentId === picked.value)
      ?? findInitialAgent(likely, [requestedAgent, preselected, lastAgent.value])
  })

  /** Makes this agent the default for the next thread. */
  function remember(agentId: string): void {
    lastAgent.value = agentId
  }

  return { agent, picked, remember }
}
