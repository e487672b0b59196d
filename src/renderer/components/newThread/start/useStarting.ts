import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { useStillButtons } from '../../../composables/answers/useStillButtons'
import type { StartMode } from './useStartMode'
import { watchDebounced } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { HostError } from '../../../../shared/errors'
import { useHost } from '../../../composables/host/useHost'
import { useDrafts } from '../../../composables/useDrafts'
import { useKeptText } from '../../../composables/useKeptText'
import { useLastText } from '../../../composables/useLastChoices'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { noFolder } from '../folder/firstPlace'
import { newThreadWords as words } from '../words'
import { canInstall, canRun, canStart } from './startWords'
import { useStart } from './useStart'

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

/**
 * The ways in which the form starts a thread: Start, Enter where the command is trusted already, and once it is
 * installed.
 */
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

  /**
   * Starts what is trusted there already; otherwise it leads to what is missing: a folder, or Start, beside what will
   * run.
   */
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

// Not at every letter of a path that is being typed.
const quietMs = 150

/**
 * Whether the chosen command is trusted in the folder already; nothing while that is not known, or there is nothing to
 * ask about.
 */
function useTrust(chosen: () => { readonly agent: AgentListing | undefined, readonly folder: string | undefined }) {
  const { host } = useHost()
  const known = shallowRef<{ readonly question: string, readonly isTrusted: boolean }>()
  const question = computed(() => {
    const { agent, folder = '' } = chosen()
    return agent?.command && folder.trim() !== ''
      ? JSON.stringify({ agentId: agent.agentId, command: agent.command, folder: folder.trim() })
      : ''
  })
  const isTrusted = computed(() => known.value?.question === question.value ? known.value.isTrusted : undefined)

  // The state counts, too: an agent that is there again may be another program.
  watchDebounced([question, () => chosen().agent?.state], ask, { debounce: quietMs, immediate: true })

  async function ask(): Promise<void> {
    const asked = question.value
    if (asked === '')
      return
    // Where it cannot be told, the command is not trusted.
    const answer = await host.isTrusted(JSON.parse(asked) as Parameters<typeof host.isTrusted>[0]).catch(() => false) // its own text
    known.value = { question: asked, isTrusted: answer }
  }

  return { isTrusted }
}

/**
 * Installs the chosen agent for a press of "Install and start", and calls `then` once it can run. That is forgotten
 * where the person chooses anything else meanwhile, or the installation fails: it says why in its own place.
 */
function useInstallFirst({ agent, chosen, then }: {
  agent: () => AgentListing | undefined
  /** What would be started, and where. */
  chosen: Readonly<Ref<string>>
  then: () => void
}) {
  const { host, on } = useHost()
  /** The id of the agent that is to start once it is installed. */
  const awaited = shallowRef<string>()

  onScopeDispose(on('installProgress', ({ agentId, state }) => {
    if (agentId === awaited.value && (state === 'failed' || state === 'cancelled'))
      awaited.value = undefined
  }))
  watch(chosen, () => awaited.value = undefined)
  watch(agent, (agent) => {
    if (!agent || agent.agentId !== awaited.value || !canRun(agent))
      return
    awaited.value = undefined
    then()
  })

  async function installFirst({ agentId }: AgentListing): Promise<void> {
    awaited.value = agentId
    try {
      await host.installAgent({ agentId })
    }
    catch (error) {
      awaited.value = undefined
      throw error
    }
  }

  return { awaited, installFirst }
}

/** The first message of a thread that is not there yet. It is kept until a thread has it. */
function useFirstMessage() {
  const { host } = useHost()
  const problems = useProblems()
  const draftOf = useDrafts()
  const message = useKeptText('draft.home')

  /**
   * Sends it in the thread that was started, once that is in its mode. If it cannot be sent, it stays the draft of the
   * thread.
   */
  function deliver(threadId: string, mode: StartMode | undefined): void {
    const text = message.value.trim()
    message.value = ''
    if (text === '' && mode === undefined)
      return
    const draft = draftOf(threadId)
    draft.text.value = text
    const { messageId } = draft.take()
    problems.start(mode ? words.modeNotSet : words.notSent, async () => {
      try {
        if (mode)
          await setMode(threadId, mode)
        if (text !== '')
          await host.sendPrompt({ threadId, content: [{ type: 'text', text }], messageId })
        draft.settle(messageId, true)
      }
      catch (error) {
        // Once the connection is back, the host says what became of it.
        if (!(error instanceof HostError && error.code === 'closed'))
          draft.settle(messageId, false)
        throw error
      }
    }, { canRetry: false })
  }

  async function setMode(threadId: string, { value, configId }: StartMode): Promise<void> {
    if (configId === undefined)
      await host.setMode({ threadId, modeId: value })
    else
      await host.setConfigOption({ threadId, configId, value })
  }

  return { message, deliver }
}
