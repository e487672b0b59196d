import type { Attachment, Draft } from '../../composables/useDrafts'
import { nextTick, type Ref, type ShallowRef } from 'vue'
import { utf8ByteLength } from '../../../shared/text/utf8'
import { getPastedText, measureLongPaste, pastedBlock } from '../../../shared/thread/text/pastedText'
import { maxAttachments } from '../../../shared/thread/text/promptText'
import { isPressed } from '../../composables/keys'
import { shortcuts } from '../../composables/shortcuts'
import { report } from '../../report'
import { attachmentWords as words } from './attachments/words'
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

/** Makes an attachment of a long text that is pasted into the message, and text again of that. */
function useLongPaste({ text, attachments }: { text: Ref<string>, attachments: ShallowRef<readonly Attachment[]> }) {
  /** What was pasted last, and what the message was then. */
  let last: { readonly id: string, readonly text: string, readonly start: number, readonly end: number } | undefined

  /** Takes a pasted text if it is long, and returns whether it is. */
  function takePaste(event: ClipboardEvent): boolean {
    const pasted = event.clipboardData?.files.length === 0 ? event.clipboardData.getData('text/plain') : ''
    const long = measureLongPaste(pasted)
    if (!long || !(event.target instanceof HTMLTextAreaElement) || attachments.value.length >= maxAttachments)
      return false
    event.preventDefault()
    const name = words.pasted(long.lines, pasted.length)
    const id = crypto.randomUUID()
    last = { id, text: text.value, start: event.target.selectionStart, end: event.target.selectionEnd }
    attachments.value = [...attachments.value, { id, name, size: utf8ByteLength(pasted), content: pastedBlock(name, pasted) }]
    return true
  }

  /** Undoes the last paste as long as nothing was written since, and returns whether it did. */
  function undoPaste(event: KeyboardEvent): boolean {
    if (!last || !isPressed(shortcuts.undoPaste, event) || text.value !== last.text || !(event.target instanceof HTMLTextAreaElement))
      return false
    const { id, start, end } = last
    const pasted = take(id)
    if (pasted === undefined)
      return false
    event.preventDefault()
    text.value = text.value.slice(0, start) + pasted + text.value.slice(end)
    const box = event.target
    nextTick(() => {
      box.setSelectionRange(start + pasted.length, start + pasted.length)
      box.blur() // the focus scrolls to the caret
      box.focus()
    }).catch(report)
    return true
  }

  /** Puts what was pasted at the end of the message. */
  function toText(id: string): void {
    const pasted = take(id)
    if (pasted !== undefined)
      text.value += (text.value === '' || text.value.endsWith('\n') ? '' : '\n') + pasted
  }

  /** The pasted text, which is no attachment any more. */
  function take(id: string): string | undefined {
    last = undefined
    const attachment = attachments.value.find(attachment => attachment.id === id)
    const pasted = attachment && getPastedText(attachment.content)
    if (pasted !== undefined)
      attachments.value = attachments.value.filter(other => other.id !== id)
    return pasted
  }

  return { takePaste, undoPaste, toText }
}
