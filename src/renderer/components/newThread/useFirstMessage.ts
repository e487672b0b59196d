import { useHost } from '../../composables/host/useHost'
import { useDrafts } from '../../composables/useDrafts'
import { useProblems } from '../../composables/useProblems'
import { useStoredText } from '../../composables/useStored'
import { newThreadWords as words } from './words'

/** The first message of a thread that is not there yet. It is kept until a thread has it. */
export function useFirstMessage() {
  const { host } = useHost()
  const problems = useProblems()
  const draftOf = useDrafts()
  const message = useStoredText('draft.home')

  /** Sends it in the thread that was started, whose draft it stays if it cannot be sent. */
  function deliver(threadId: string): void {
    const text = message.value.trim()
    message.value = ''
    if (text === '')
      return
    const draft = draftOf(threadId)
    draft.text.value = text
    problems.start(words.notSent, async () => {
      await host.sendPrompt({ threadId, content: [{ type: 'text', text }] })
      if (draft.text.value === text)
        draft.text.value = ''
    }, { canRetry: false })
  }

  return { message, deliver }
}
