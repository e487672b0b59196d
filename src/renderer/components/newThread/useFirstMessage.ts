import type { StartMode } from './start/useStartMode'
import { HostError } from '../../../shared/errors'
import { useHost } from '../../composables/host/useHost'
import { useDrafts } from '../../composables/useDrafts'
import { useKeptText } from '../../composables/useKeptText'
import { useProblems } from '../../composables/useProblems'
import { newThreadWords as words } from './words'

/** The first message of a thread that is not there yet. It is kept until a thread has it. */
export function useFirstMessage() {
  const { host } = useHost()
  const problems = useProblems()
  const draftOf = useDrafts()
  const message = useKeptText('draft.home')

  /** Sends it in the thread that was started, once that is in its mode. If it cannot be sent, it stays the draft of the thread. */
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
