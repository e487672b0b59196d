import type { Entry } from '../../../shared/thread/transcript'
import { nextTick, type Ref } from 'vue'
import { promptText } from '../../../shared/thread/text/promptText'
import { report } from '../../report'

/**
 * What the person wrote in the thread, the latest first, as far as the window has it; the same twice in a row counts
 * once.
 */
export function earlierMessages(entries: readonly Entry[]): string[] {
  const texts = entries.flatMap(entry => entry.kind === 'user' ? [promptText(entry.content)] : []).filter(text => text.trim() !== '')
  return texts.filter((text, index) => text !== texts[index + 1]).reverse()
}

/**
 * Up in an empty message shows an earlier one, Down a later one. As soon as it is changed it is a message like any
 * other.
 */
export function useRecall({ text, earlier }: { text: Ref<string>, earlier: () => readonly string[] }) {
  let shown: { readonly index: number, readonly text: string } | undefined

  /** Handles a key that is for earlier messages, and returns whether it was. */
  function recall(event: KeyboardEvent): boolean {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const box = event.target
    if (step === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || !(box instanceof HTMLTextAreaElement))
      return false
    // Whoever moves the caret away from where it was put wants to move in the text.
    const isShown = shown?.text === text.value && box.selectionStart === text.value.length && box.selectionEnd === text.value.length
    const from = text.value === '' ? -1 : isShown && shown ? shown.index : undefined
    if (from === undefined)
      return false
    const messages = earlier()
    const index = Math.min(from + step, messages.length - 1)
    if (index < -1 || (index === -1 && from === -1))
      return false
    event.preventDefault()
    const next = messages[index] ?? ''
    shown = index < 0 ? undefined : { index, text: next }
    text.value = next
    nextTick(() => {
      box.setSelectionRange(next.length, next.length)
      box.scrollTop = box.scrollHeight
    }).catch(report)
    return true
  }

  return { recall }
}
