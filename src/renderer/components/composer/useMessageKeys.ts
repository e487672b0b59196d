import type { Draft } from '../../composables/useDrafts'
import { isPressed } from '../../composables/keys'
import { shortcuts } from '../../composables/shortcuts'
import { useLongPaste } from './attachments/useLongPaste'
import { useRecall } from './useRecall'

/** What the keys of the message box do beside writing, and what a long paste becomes. */
export function useMessageKeys({ draft, earlier, cycleMode }: {
  draft: Draft
  /** What the person wrote before, the latest first. */
  earlier: () => readonly string[]
  /** Switches to the next mode and returns whether there is another. */
  cycleMode: () => boolean
}) {
  const { takePaste, undoPaste, toText } = useLongPaste(draft)
  const { recall } = useRecall({ text: draft.text, earlier })

  function handleKey(event: KeyboardEvent): boolean {
    if (undoPaste(event) || recall(event))
      return true
    const isDone = isPressed(shortcuts.cycleMode, event) && cycleMode()
    if (isDone)
      event.preventDefault()
    return isDone
  }

  return { handleKey, takePaste, toText }
}
