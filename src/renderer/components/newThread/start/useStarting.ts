import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { useStillButtons } from '../../../composables/answers/useStillButtons'
import type { StartMode } from './useStartMode'
import { computed, type Ref } from 'vue'
import { useLastText } from '../../../composables/useLastChoices'
import { report } from '../../../report'
import { noFolder } from '../folder/firstPlace'
import { useFirstMessage } from '../useFirstMessage'
import { canInstall, canStart } from './startWords'
import { useInstallFirst } from './useInstallFirst'
import { useStart } from './useStart'
import { useTrust } from './useTrust'

/** What the form holds, and whom it tells. */
interface StartChoices {
  readonly agent: Readonly<Ref<AgentListing | undefined>>
  /** Nothing for a scratch folder. */
  readonly place: Readonly<Ref<string | undefined>>
  readonly additionalFolders: Readonly<Ref<readonly string[]>>
  /** What the thread begins in; nothing for what the settings or the agent say. */
  readonly mode: Readonly<Ref<StartMode | undefined>>
  /** The thread that the new one continues. */
  readonly continues: () => string | undefined
  readonly takesAnswers: ReturnType<typeof useStillButtons>['takesAnswers']
  readonly takesKeys: ReturnType<typeof useStillButtons>['takesKeys']
  readonly loadAgents: () => Promise<void>
  readonly onStarted: (threadId: string, agentId: string) => void
  /** Something about the folders keeps it from starting. */
  readonly onFolderFault: () => void
  /** Enter was pressed where only Start may start. */
  readonly onNotTrusted: () => void
}

/** The ways in which the form starts a thread: Start, Enter where the command is trusted already, and once it is installed. */
export function useStarting({ agent, place, additionalFolders, takesAnswers, takesKeys, ...form }: StartChoices) {
  const { message, deliver } = useFirstMessage()
  const lastFolder = useLastText('lastFolder')
  const chosen = computed(() => JSON.stringify([agent.value?.agentId, place.value, additionalFolders.value]))
  const { isStarting, problem, start, checkFolder, refuse } = useStart({ loadAgents: form.loadAgents, chosen })
  const { isTrusted } = useTrust(() => ({ agent: agent.value, folder: place.value }))
  const { awaited, installFirst } = useInstallFirst({ agent: () => agent.value, chosen, then: () => void begin().catch(report) })

  /** Start was pressed. */
  function onPress(): void {
    // A click that came too early has not come here: see `useStillButtons`.
    if (!agent.value || !takesKeys.value || !canStart(agent.value))
      return
    if (canInstall(agent.value))
      installFirst(agent.value).catch(error => refuse('agent', error))
    else
      begin().catch(report)
  }

  /** Starts what is trusted there already; otherwise it leads to what is missing: a folder, or Start, beside what will run. */
  function onEnter(): void {
    if (place.value !== undefined && !checkFolder(place.value))
      form.onFolderFault()
    else if (isTrusted.value && takesKeys.value)
      begin({ onlyIfTrusted: true }).catch(report)
    else
      form.onNotTrusted()
  }

  /** Without this, the browser would press Start for Enter in any field. */
  function onEnterKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLInputElement))
      return
    event.preventDefault()
    onEnter()
  }

  async function begin({ onlyIfTrusted }: { onlyIfTrusted?: true } = {}): Promise<void> {
    if (!agent.value)
      return
    const { agentId } = agent.value
    const threadId = await start({
      agent: agent.value,
      folder: place.value,
      additionalFolders: additionalFolders.value,
      continues: form.continues(),
      onlyIfTrusted,
    })
    if (threadId !== undefined) {
      lastFolder.value = place.value === undefined ? noFolder : place.value.trim()
      deliver(threadId, form.mode.value)
      form.onStarted(threadId, agentId)
    }
    else if (problem.value && problem.value.at !== 'agent') {
      form.onFolderFault()
    }
  }

  /** What `StartFacts` and `StartButton` show. */
  const facts = computed(() => ({ agent: agent.value, folder: place.value, isTrusted: isTrusted.value }))
  const starting = computed(() => ({
    agent: agent.value,
    isStarting: isStarting.value,
    isInstalling: awaited.value !== undefined,
    isInert: !takesAnswers.value,
  }))
  return { message, facts, starting, problem, checkFolder, onPress, onEnter, onEnterKey }
}
