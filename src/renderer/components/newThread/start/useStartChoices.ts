import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { HostGreeting } from '../../../../shared/contract/hostGreeting'
import type { ThreadSummary } from '../../../../shared/contract/threadSummary'
import { computed, shallowRef, watch } from 'vue'
import { isJsonObject } from '../../../../shared/text/jsonObject'
import { useKeptText } from '../../../composables/useKeptText'
import { useLastText } from '../../../composables/useLastChoices'
import { firstAgent } from '../../agents/firstAgent'
import { firstPlace } from '../folder/firstPlace'

/** Sources of the initial choices. */
interface StartFrom extends Omit<AgentChoices, 'preselected'> {
  /** Folders of other threads, latest first. */
  readonly recent: readonly string[]
  readonly preselect: HostGreeting['preselect']
  /** Unstarted choices survive closing, reload and restart. */
  readonly isKept: boolean
}

/** Agent and folder of a new thread: as left by the person, otherwise the likeliest. */
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
    // Command line choices take precedence.
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

/** Unstarted choices of Home's form. */
interface LeftChoices {
  /** Command line choices at that time. */
  readonly given: string
  /** Absent if the person picked none. */
  readonly agentId?: string | undefined
  readonly folder: string
  readonly isScratch: boolean
  readonly additional: readonly string[]
}

/** Reads stored choices; `undefined` if invalid, as from another version. */
function leftChoices(text: string): LeftChoices | undefined {
  let left: unknown
  try {
    left = JSON.parse(text)
  }
  catch {
    return undefined // nothing stored
  }
  if (!isJsonObject(left))
    return undefined
  const { given, agentId, folder, isScratch, additional } = left
  const isWhole = typeof given === 'string' && typeof folder === 'string' && typeof isScratch === 'boolean'
    && (agentId === undefined || typeof agentId === 'string')
    && Array.isArray(additional) && additional.every(path => typeof path === 'string')
  return isWhole ? { given, agentId, folder, isScratch, additional } : undefined
}

/** Sources of the agent choice. */
interface AgentChoices {
  readonly agents: readonly AgentListing[]
  /** The agents from a menu and from the command line. */
  readonly askedAgent: string | undefined
  readonly preselected: string | undefined
  /** A thread to continue with another agent. */
  readonly continued: ThreadSummary | undefined
}

/** The agent to start: picked by the person, otherwise the likeliest. */
function useChosenAgent(choices: () => AgentChoices) {
  const lastAgent = useLastText('lastAgent')
  const picked = shallowRef<string>()

  const agent = computed(() => {
    const { agents, askedAgent, preselected, continued } = choices()
    const likely = agents.filter(({ agentId }) => agentId !== continued?.agentId || agentId === askedAgent)
    return agents.find(({ agentId }) => agentId === picked.value) ?? firstAgent(likely, [askedAgent, preselected, lastAgent.value])
  })

  /** Makes this agent the first choice next time. */
  function remember(agentId: string): void {
    lastAgent.value = agentId
  }

  return { agent, picked, remember }
}
