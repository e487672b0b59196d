import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { HostGreeting } from '../../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef, watch } from 'vue'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { useKeptText } from '../../../composables/useKeptText'
import { useLastText } from '../../../composables/useLastChoices'
import { firstAgent } from '../../agents/firstAgent'
import { firstPlace } from '../folder/firstPlace'

/** What the choices start from. */
interface StartFrom extends Omit<AgentChoices, 'preselected'> {
  /** Folders of other threads, latest first. */
  readonly recent: readonly string[]
  readonly preselect: HostGreeting['preselect']
  /** What is chosen and not started yet is there again when the form, the page or the host is. */
  readonly isKept: boolean
}

/** Whom a new thread is with, and where: as the person left it, otherwise as it is likeliest meant. */
export function useStartChoices(from: () => StartFrom) {
  const { continued, preselect, recent, isKept } = from()
  const last = useLastText('lastFolder').value
  const { isScratch, folder } = firstPlace({ continued, preselected: preselect.folder, last, recent })
  const place = computed(() => isScratch.value ? undefined : folder.value)
  const additionalFolders = shallowRef<readonly string[]>(continued?.additionalFolders ?? [])
  const { agent, picked, remember } = useChosenAgent(() => ({ ...from(), preselected: from().preselect.agentId }))
  const forget = isKept ? keep() : () => undefined

  function keep(): () => void {
    const kept = useKeptText('home.choices')
    // Who starts Parley for another folder or agent means those.
    const given = JSON.stringify(preselect)
    const now = computed((): LeftChoices => ({
      given,
      agentId: picked.value,
      folder: folder.value,
      isScratch: isScratch.value,
      additional: additionalFolders.value,
    }))
    let isForgotten = false
    watch(kept, (text) => {
      const left = leftChoices(text)
      if (left?.given !== given || JSON.stringify(left) === JSON.stringify(now.value))
        return
      picked.value = left.agentId
      folder.value = left.folder
      isScratch.value = left.isScratch
      additionalFolders.value = left.additional
    }, { immediate: true })
    watch(now, (now) => {
      if (!isForgotten)
        kept.value = JSON.stringify(now)
    })
    return () => {
      isForgotten = true
      kept.value = ''
    }
  }

  return { agent, picked, remember, isScratch, folder, place, additionalFolders, forget }
}

/** What of Home's form was chosen and not started with. */
interface LeftChoices {
  /** What Parley was started for then. */
  readonly given: string
  /** Absent if the person picked none. */
  readonly agentId?: string | undefined
  readonly folder: string
  readonly isScratch: boolean
  readonly additional: readonly string[]
}

/** Reads what was kept; nothing where it is not that, as when another version wrote it. */
function leftChoices(text: string): LeftChoices | undefined {
  let left: unknown
  try {
    left = JSON.parse(text)
  }
  catch {
    return undefined // nothing was kept
  }
  if (!isJsonObject(left))
    return undefined
  const { given, agentId, folder, isScratch, additional } = left
  const isWhole = typeof given === 'string' && typeof folder === 'string' && typeof isScratch === 'boolean'
    && (agentId === undefined || typeof agentId === 'string')
    && Array.isArray(additional) && additional.every(path => typeof path === 'string')
  return isWhole ? { given, agentId, folder, isScratch, additional } : undefined
}

/** What the choice of an agent starts from. */
interface AgentChoices {
  readonly agents: readonly AgentListing[]
  /** The agent that a menu asked for, and the one that the shell was told. */
  readonly askedAgent: string | undefined
  readonly preselected: string | undefined
  /** A thread to be continued with another agent. */
  readonly continued: ThreadSummary | undefined
}

/** The agent to start: the one that the person picked, otherwise the one that is likeliest meant. */
function useChosenAgent(choices: () => AgentChoices) {
  const lastAgent = useLastText('lastAgent')
  const picked = shallowRef<string>()

  const agent = computed(() => {
    const { agents, askedAgent, preselected, continued } = choices()
    const likely = agents.filter(({ agentId }) => agentId !== continued?.agentId || agentId === askedAgent)
    return agents.find(({ agentId }) => agentId === picked.value) ?? firstAgent(likely, [askedAgent, preselected, lastAgent.value])
  })

  /** Next time this agent is the first choice. */
  function remember(agentId: string): void {
    lastAgent.value = agentId
  }

  return { agent, picked, remember }
}
