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
import { useLastText } from '../../../composables/useLastChoices'
import { usePersistentText } from '../../../composables/usePersistentText'
import { useProblems } from '../../../composables/useProblems'
import { report } from '../../../report'
import { noFolder } from '../folder/initialFolder'
import { folderWords, newThreadWords as words } from '../words'
import { canInstall, canRun, canStart, describeStart } from './startWords'
import { useStart } from './useStart'

/** State and callbacks of the form. */
interface StartOptions {
  readonly agent: Readonly<Ref<AgentListing | undefined>>
  /** `undefined` for a scratch folder. */
  readonly chosenFolder: Readonly<Ref<string | undefined>>
  readonly additionalFolders: Readonly<Ref<readonly string[]>>
  /** Name of the machine with the chosen folder; `undefined` for this machine. */
  readonly remoteHost: Readonly<Ref<string | undefined>>
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
  /** Called when a problem with a folder prevents the start. */
  readonly onFolderFault: () => void
  /** Called when Enter was pressed for a command that is not trusted yet. */
  readonly onNotTrusted: () => void
}

/**
 * Starts a thread by the Start button, by Enter if the command is trusted, or after an installation. Long because it
 * combines the state of the whole form.
 */
export function useStarting(options: StartOptions) {
  const { agent, chosenFolder, additionalFolders, remoteHost, takesAnswers, takesKeys, ...form } = options
  const { message, deliver } = useFirstMessage(form.contents)
  const lastFolder = useLastText('lastFolder')
  const lastRemoteFolder = useLastText('lastRemoteFolder')
  const choice = computed(() => JSON.stringify([agent.value?.agentId, chosenFolder.value, additionalFolders.value]))
  const { isStarting, problem, start, checkFolder, setProblem } = useStart({ loadAgents: form.loadAgents, choice })
  const { isTrusted } = useTrust(() => ({ agent: agent.value, folder: chosenFolder.value }))
  const { installingId, installFirst } = useInstallFirst({
    agent: () => agent.value,
    choice,
    then: () => void startThread().catch(report),
  })

  const { folderInfo } = useFolderInfo(computed(() => remoteHost.value === undefined ? chosenFolder.value : undefined))
  /** Why Start is disabled; `undefined` if enabled or unknown. */
  const fault = computed(() => {
    if (!agent.value || !canStart(agent.value))
      return describeStart({ agent: agent.value, folderName: undefined, isTrusted: undefined })
    if (chosenFolder.value?.trim() === '')
      return words.folderMissing
    if (folderInfo.value?.state === 'missing')
      return folderWords.missing
    return folderInfo.value?.state === 'unusable' ? folderInfo.value.note : undefined
  })
  /** Whether Enter was pressed for an untrusted command. Start then has the focus, and a second Enter confirms. */
  const needsConfirmation = shallowRef(false)
  watch(choice, () => needsConfirmation.value = false)

  /** Handles a press of Start. */
  function onPress(): void {
    // `useStillButtons` has filtered early clicks.
    if (!agent.value || !takesKeys.value || fault.value !== undefined)
      return
    if (canInstall(agent.value))
      installFirst(agent.value).catch(error => setProblem('agent', error))
    else
      startThread().catch(report)
  }

  /** Starts if the command is trusted. Otherwise focuses what needs attention: the folder field or the Start button. */
  function onEnter(): void {
    if (chosenFolder.value !== undefined
      && (!checkFolder(chosenFolder.value) || (folderInfo.value && folderInfo.value.state !== 'folder'))) {
      form.onFolderFault()
    }
    else if (isTrusted.value && takesKeys.value) {
      startThread({ onlyIfTrusted: true }).catch(report)
    }
    else {
      form.onNotTrusted()
      needsConfirmation.value = true
    }
  }

  /** Prevents the browser from submitting the form on Enter in any field. */
  function onEnterKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing || !(event.target instanceof HTMLInputElement))
      return
    event.preventDefault()
    onEnter()
  }

  async function startThread({ onlyIfTrusted }: { onlyIfTrusted?: true } = {}): Promise<void> {
    if (!agent.value)
      return
    const { agentId } = agent.value
    const threadId = await start({
      agent: agent.value,
      folder: chosenFolder.value,
      additionalFolders: remoteHost.value === undefined ? additionalFolders.value : [],
      continues: form.continues(),
      onlyIfTrusted,
    })
    if (threadId !== undefined) {
      const folder = chosenFolder.value?.trim()
      if (remoteHost.value === undefined)
        lastFolder.value = folder ?? noFolder
      else
        lastRemoteFolder.value = folder ?? ''
      deliver(threadId, form.mode.value)
      form.onStarted(threadId, agentId)
    }
    else if (problem.value && problem.value.at !== 'agent') {
      form.onFolderFault()
    }
  }

  /** State for `StartFacts` and `StartButton`. */
  const startFacts = computed(() => ({
    agent: agent.value,
    folder: chosenFolder.value,
    isTrusted: isTrusted.value,
    fault: fault.value,
    needsConfirmation: needsConfirmation.value,
  }))
  const buttonState = computed(() => ({
    agent: agent.value,
    fault: fault.value,
    isStarting: isStarting.value,
    isInstalling: installingId.value !== undefined,
    isInert: !takesAnswers.value,
  }))
  const branch = computed(() => folderInfo.value?.branch)
  const cancelConfirmation = (): void => void (needsConfirmation.value = false)
  return { message, startFacts, buttonState, branch, problem, checkFolder, onPress, onEnter, onEnterKey, cancelConfirmation }
}

// Avoids a request for each keystroke.
const debounceMs = 150

/** Information about the chosen folder; `undefined` while unknown. */
function useFolderInfo(chosenFolder: Readonly<Ref<string | undefined>>) {
  const { host } = useHost()
  const known = shallowRef<{ readonly typed: string, readonly folderInfo: FolderInfo | undefined }>()
  const folderInfo = computed(() => known.value?.typed === chosenFolder.value ? known.value?.folderInfo : undefined)
  watchDebounced(chosenFolder, async (typed) => {
    if (!typed?.trim())
      return
    // Start reports unreadable paths.
    const folderInfo = await host.lookAtFolder({ typed }).catch(() => undefined)
    if (typed === chosenFolder.value)
      known.value = { typed, folderInfo }
  }, { debounce: debounceMs, immediate: true })
  return { folderInfo }
}

/** Whether the chosen command is trusted in the folder; `undefined` while unknown or without a command. */
function useTrust(choice: () => { readonly agent: AgentListing | undefined, readonly folder: string | undefined }) {
  const { host } = useHost()
  const known = shallowRef<{ readonly trustParams: string, readonly isTrusted: boolean }>()
  const trustParams = computed(() => {
    const { agent, folder = '' } = choice()
    return agent?.command && folder.trim() !== ''
      ? JSON.stringify({ agentId: agent.agentId, command: agent.command, folder: folder.trim() })
      : ''
  })
  const isTrusted = computed(() => known.value?.trustParams === trustParams.value ? known.value.isTrusted : undefined)

  // Also when the agent's state changes, as a reinstalled agent may be another program.
  watchDebounced([trustParams, () => choice().agent?.state], checkTrust, { debounce: debounceMs, immediate: true })

  async function checkTrust(): Promise<void> {
    const asked = trustParams.value
    if (asked === '')
      return
    // Treat a failed check as untrusted.
    const answer = await host.isTrusted(JSON.parse(asked) as Parameters<typeof host.isTrusted>[0]).catch(() => false)
    known.value = { trustParams: asked, isTrusted: answer }
  }

  return { isTrusted }
}

/**
 * Installs the chosen agent for "Install and start" and calls `then` once the agent can run. Another choice or a failed
 * installation cancels the start; the agent list shows why the installation failed.
 */
function useInstallFirst({ agent, choice, then }: {
  agent: () => AgentListing | undefined
  /** Agent and folders of the start, as a key. */
  choice: Readonly<Ref<string>>
  then: () => void
}) {
  const { host, on } = useHost()
  /** Id of the agent to start after its installation. */
  const installingId = shallowRef<string>()

  onScopeDispose(on('installProgress', ({ agentId, state }) => {
    if (agentId === installingId.value && (state === 'failed' || state === 'cancelled'))
      installingId.value = undefined
  }))
  watch(choice, () => installingId.value = undefined)
  watch(agent, (agent) => {
    if (!agent || agent.agentId !== installingId.value || !canRun(agent))
      return
    installingId.value = undefined
    then()
  })

  async function installFirst({ agentId }: AgentListing): Promise<void> {
    installingId.value = agentId
    try {
      await host.installAgent({ agentId })
    }
    catch (error) {
      installingId.value = undefined
      throw error
    }
  }

  return { installingId, installFirst }
}

/** The first message of a future thread, persisted until it is moved to a thread. */
function useFirstMessage(contents: StartOptions['contents']) {
  const { host } = useHost()
  const problems = useProblems()
  const getDraft = useDrafts()
  const message = usePersistentText('draft.home')

  /** Sets the started thread's mode and sends the message. If either fails, the message becomes the thread's draft. */
  function deliver(threadId: string, mode: StartMode | undefined): void {
    const text = message.value.trim()
    const fetchContents = contents.take()
    message.value = ''
    if (text === '' && mode === undefined && !fetchContents)
      return
    const draft = getDraft(threadId)
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
        // After a reconnect, the host reports whether the message arrived.
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
