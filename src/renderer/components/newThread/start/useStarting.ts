import type { AgentListing } from '../../../../shared/contract/agentListing'
import type { FolderInfo } from '../../../../shared/contract/methods/fileMethods'
import type { useStillButtons } from '../../../composables/answers/useStillButtons'
import type { useFirstContents } from './useFirstContents'
import type { StartMode } from './useStartMode'
import { watchDebounced } from '@vueuse/core'
import { computed, onScopeDispose, type Ref, shallowRef, watch } from 'vue'
import { HostError } from '../../../../shared/errors'
import { buildPrompt } from '../../../../shared/thread/text/promptText'
import { useHost } from '../../../composables/host/useHost'
import { useDrafts } from '../../../composables/useDrafts'
import { useKeptText } from '../../../composables/useKeptText'
import { useLastText } from '../../../composables/useLastChoices'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { noFolder } from '../folder/firstPlace'
import { folderWords, newThreadWords as words } from '../words'
import { canInstall, canRun, canStart, startMeaning } from './startWords'
import { useStart } from './useStart'

/** State and events of the form. */
interface StartChoices {
  readonly agent: Readonly<Ref<AgentListing | undefined>>
  /** `undefined` for a scratch folder. */
  readonly place: Readonly<Ref<string | undefined>>
  readonly additionalFolders: Readonly<Ref<readonly string[]>>
  /** The initial mode; `undefined` for the default. */
  readonly mode: Readonly<Ref<StartMode | undefined>>
  /** Content of the first message. */
  readonly contents: Pick<ReturnType<typeof useFirstContents>, 'take'>
  /** The thread that the new one continues. */
  readonly continues: () => string | undefined
  readonly takesAnswers: ReturnType<typeof useStillButtons>['takesAnswers']
  readonly takesKeys: ReturnType<typeof useStillButtons>['takesKeys']
  readonly loadAgents: () => Promise<void>
  readonly onStarted: (threadId: string, agentId: string) => void
  /** A problem of the folders prevents the start. */
  readonly onFolderFault: () => void
  /** Enter was pressed although only Start may start. */
  readonly onNotTrusted: () => void
}

/** Starts a thread by Start, by Enter for a trusted command, or after an installation. */
export function useStarting({ agent, place, additionalFolders, takesAnswers, takesKeys, ...form }: StartChoices) {
  const { message, deliver } = useFirstMessage(form.contents)
  const lastFolder = useLastText('lastFolder')
  const chosen = computed(() => JSON.stringify([agent.value?.agentId, place.value, additionalFolders.value]))
  const { isStarting, problem, start, checkFolder, refuse } = useStart({ loadAgents: form.loadAgents, chosen })
  const { isTrusted } = useTrust(() => ({ agent: agent.value, folder: place.value }))
  const { awaited, installFirst } = useInstallFirst({ agent: () => agent.value, chosen, then: () => void begin().catch(report) })

  const { look } = useFolderLook(place)
  /** Why it cannot start; `undefined` while unknown. */
  const fault = computed(() => {
    if (!agent.value || !canStart(agent.value))
      return startMeaning({ agent: agent.value, folderName: undefined, isTrusted: undefined })
    if (place.value?.trim() === '')
      return words.folderMissing
    if (look.value?.state === 'missing')
      return folderWords.missing
    return look.value?.state === 'unusable' ? look.value.note : undefined
  })
  /** Enter was pressed although only Start may start, which now has the focus. */
  const isAwaited = shallowRef(false)
  watch(chosen, () => isAwaited.value = false)

  /** Start was pressed. */
  function onPress(): void {
    // Early clicks don't arrive here; see `useStillButtons`.
    if (!agent.value || !takesKeys.value || fault.value !== undefined)
      return
    if (canInstall(agent.value))
      installFirst(agent.value).catch(error => refuse('agent', error))
    else
      begin().catch(report)
  }

  /** Starts a trusted command; otherwise focuses what is missing: the folder, or Start beside the command. */
  function onEnter(): void {
    if (place.value !== undefined && (!checkFolder(place.value) || (look.value && look.value.state !== 'folder'))) {
      form.onFolderFault()
    }
    else if (isTrusted.value && takesKeys.value) {
      begin({ onlyIfTrusted: true }).catch(report)
    }
    else {
      form.onNotTrusted()
      isAwaited.value = true
    }
  }

  /** Otherwise the browser would press Start for Enter in any field. */
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

  /** State for `StartFacts` and `StartButton`. */
  const facts = computed(() => ({
    agent: agent.value,
    folder: place.value,
    isTrusted: isTrusted.value,
    fault: fault.value,
    isAwaited: isAwaited.value,
  }))
  const starting = computed(() => ({
    agent: agent.value,
    fault: fault.value,
    isStarting: isStarting.value,
    isInstalling: awaited.value !== undefined,
    isInert: !takesAnswers.value,
  }))
  const branch = computed(() => look.value?.branch)
  const leave = (): void => void (isAwaited.value = false)
  return { message, facts, starting, branch, problem, checkFolder, onPress, onEnter, onEnterKey, leave }
}

// Not for every letter of a typed path.
const quietMs = 150

/** State of the chosen folder; `undefined` while unknown. */
function useFolderLook(place: Readonly<Ref<string | undefined>>) {
  const { host } = useHost()
  const known = shallowRef<{ readonly typed: string, readonly look: FolderInfo | undefined }>()
  const look = computed(() => known.value?.typed === place.value ? known.value?.look : undefined)
  watchDebounced(place, async (typed) => {
    if (!typed?.trim())
      return
    // Unreadable paths are checked at Start.
    const look = await host.lookAtFolder({ typed }).catch(() => undefined)
    if (typed === place.value)
      known.value = { typed, look }
  }, { debounce: quietMs, immediate: true })
  return { look }
}

/** Whether the chosen command is trusted in the folder; `undefined` while unknown or without a command. */
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

  // Depends on the state, too, as a returning agent may be another program.
  watchDebounced([question, () => chosen().agent?.state], ask, { debounce: quietMs, immediate: true })

  async function ask(): Promise<void> {
    const asked = question.value
    if (asked === '')
      return
    // Unknown means untrusted.
    const answer = await host.isTrusted(JSON.parse(asked) as Parameters<typeof host.isTrusted>[0]).catch(() => false)
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
  /** Agent and folder of the start. */
  chosen: Readonly<Ref<string>>
  then: () => void
}) {
  const { host, on } = useHost()
  /** Id of the agent to start after its installation. */
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

/** The first message of a future thread, kept until a thread has it. */
function useFirstMessage(contents: StartChoices['contents']) {
  const { host } = useHost()
  const problems = useProblems()
  const draftOf = useDrafts()
  const message = useKeptText('draft.home')

  /** Sends it in the started thread, once its mode is set. If that fails, it becomes the thread's draft. */
  function deliver(threadId: string, mode: StartMode | undefined): void {
    const text = message.value.trim()
    const fetchContents = contents.take()
    message.value = ''
    if (text === '' && mode === undefined && !fetchContents)
      return
    const draft = draftOf(threadId)
    draft.text.value = text
    const sent = draft.take()
    const { messageId } = sent
    problems.start(mode ? words.modeNotSet : words.notSent, async () => {
      try {
        if (mode)
          await setMode(threadId, mode)
        const blocks = await fetchContents?.(threadId, sent, late => draft.addTo(messageId, late))
        const content = buildPrompt(text, blocks ?? [])
        if (content.length > 0)
          await host.sendPrompt({ threadId, content, messageId })
        draft.settle(messageId, true)
      }
      catch (error) {
        // After a reconnect, the host tells its fate.
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
