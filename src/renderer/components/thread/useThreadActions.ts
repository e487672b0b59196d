import type { RunningCommand } from '../../../shared/contract/terminalView'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { Transcript } from '../../../shared/thread/transcript'
import type { TurnActions } from '../transcript/turnActions'
import { useHost } from '../../composables/host/useHost'
import { shortcuts } from '../../composables/shortcuts'
import { useAction } from '../../composables/useAction'
import { useDialogs } from '../../composables/useDialogs'
import { useNavigation } from '../../composables/useNavigation'
import { useProblems } from '../../composables/useProblems'
import { provideRunningTerminals } from '../terminal/runningTerminals'
import { threadWords, threadWords as words } from './words'

/** Registers a thread's actions. */
export function useThreadActions(threadId: string): void {
  const dialogs = useDialogs()
  const runningTerminals = provideRunningTerminals()

  useAction({
    id: 'threadDecisions',
    name: words.actions.decisions,
    keys: [],
    run: () => dialogs?.openSettings({ section: 'decisions', about: threadId }),
  })
  useAction({
    id: 'focusTerminal',
    name: words.actions.focusTerminal,
    keys: shortcuts.focusTerminal,
    run: () => runningTerminals().at(-1)?.focus(),
  })
}

/**
 * Registers actions on the turns of an open thread. Messages go through the queue, which stores them before the agent
 * starts.
 */
export function useThreadTurnActions({ thread, transcript, commands }: {
  thread: () => ThreadSummary
  transcript: () => Transcript | undefined
  commands: () => readonly RunningCommand[]
}): TurnActions {
  const { host } = useHost()
  const problems = useProblems()
  const navigation = useNavigation()
  const { threadId } = thread()

  return {
    send: async (content) => {
      await problems.run(threadWords.failed.send, () => host.queuePrompt({ threadId, content: [...content], isNext: true }))
    },
    resend: (promptId, content) =>
      problems.run(threadWords.failed.send, async () => {
        navigation?.openThread((await host.branchThread({ threadId, promptId, content: [...content] })).threadId)
      }, { canRetry: false }),
    hasCommand: name => transcript()?.head.commands.some(command => command.name === name) === true,
    continueElsewhere: () => navigation?.continueThread(thread()),
    isSignInShownFor: entryId => thread().activity.state === 'sign-in' && transcript()?.entries.at(-1)?.id === entryId,
    runningCommands: commands,
    endCommand: terminalId =>
      problems.start(threadWords.failed.endCommand, () => host.killTerminal({ threadId, terminalId }), { canRetry: false }),
    endAgent: () => problems.start(threadWords.failed.endAgent, () => host.forceStop({ threadId }), { canRetry: false }),
  }
}
