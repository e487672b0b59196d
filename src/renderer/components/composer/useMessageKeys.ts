import type { Attachment, Draft } from '../../composables/useDrafts'
import { nextTick, type Ref, type ShallowRef } from 'vue'
import { countUtf8Bytes } from '../../../shared/text/utf8'
import { createPastedBlock, getPastedText, measureLongPaste } from '../../../shared/thread/text/pastedText'
import { maxAttachments } from '../../../shared/thread/text/promptText'
import { isPressed } from '../../composables/keys'
import { shortcuts } from '../../composables/shortcuts'
import { report } from '../../report'
import { attachmentWords as words } from './attachments/words'
import { useRecall } from './useRecall'

/** Shortcuts of the message box, and long pastes, which become attachments. */
export function useMessageKeys({ draft, earlier, cycleMode }: {
  draft: Draft
  /** Earlier messages of the person, latest first. */
  earlier: () => readonly string[]
  /** Switches to the next mode. Returns whether there is another mode. */
  cycleMode: () => boolean
}) {
  const { attachLongPaste, undoPaste, toText } = useLongPaste(draft)
  const { recall } = useRecall({ text: draft.text, earlier })

  function handleKey(event: KeyboardEvent): boolean {
    if (undoPaste(event) || recall(event))
      return true
    const isCycled = isPressed(shortcuts.cycleMode, event) && cycleMode()
    if (isCycled)
      event.preventDefault()
    return isCycled
  }

  return { handleKey, attachLongPaste, toText }
}

/** Turns a long pasted text into an attachment, and back into text. */
function useLongPaste({ text, attachments }: { text: Ref<string>, attachments: ShallowRef<readonly Attachment[]> }) {
  /** Id of the last pasted attachment, and the message's text and selection at that time. */
  let lastPaste: { readonly id: string, readonly text: string, readonly start: number, readonly end: number } | undefined

  /** Attaches a pasted text if it is long. Returns whether it did. */
  function attachLongPaste(event: ClipboardEvent): boolean {
    const pasted = event.clipboardData?.files.length === 0 ? event.clipboardData.getData('text/plain') : ''
    const long = measureLongPaste(pasted)
    if (!long || !(event.target instanceof HTMLTextAreaElement) || attachments.value.length >= maxAttachments)
      return false
    event.preventDefault()
    const name = words.pasted(long.lines, pasted.length)
    const id = crypto.randomUUID()
    lastPaste = { id, text: text.value, start: event.target.selectionStart, end: event.target.selectionEnd }
    attachments.value = [
      ...attachments.value,
      { id, name, size: countUtf8Bytes(pasted), content: createPastedBlock(name, pasted) },
    ]
    return true
  }

  /** Turns the last paste back into text, unless the message was edited since. Returns whether it did. */
  function undoPaste(event: KeyboardEvent): boolean {
    if (!isPressed(shortcuts.undoPaste, event) || !(event.target instanceof HTMLTextAreaElement))
      return false
    if (!lastPaste || text.value !== lastPaste.text)
      return false
    const { id, start, end } = lastPaste
    const pasted = detach(id)
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

  /** Moves an attached paste to the end of the message. */
  function toText(id: string): void {
    const pasted = detach(id)
    if (pasted !== undefined)
      text.value += (text.value === '' || text.value.endsWith('\n') ? '' : '\n') + pasted
  }

  /** Removes a paste's attachment and returns its text. */
  function detach(id: string): string | undefined {
    lastPaste = undefined
    const attachment = attachments.value.find(attachment => attachment.id === id)
    const pasted = attachment && getPastedText(attachment.content)
    if (pasted !== undefined)
      attachments.value = attachments.value.filter(other => other.id !== id)
    return pasted
  }

  return { attachLongPaste, undoPaste, toText }
}
