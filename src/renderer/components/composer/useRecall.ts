import type { Entry } from '../../../shared/thread/transcript'
import { nextTick, type Ref } from 'vue'
import { getPromptText } from '../../../shared/thread/text/promptText'
import { report } from '../../report'

/** Lists the person's messages among the loaded entries, latest first, without consecutive duplicates. */
export function listEarlierMessages(entries: readonly Entry[]): string[] {
  const texts = entries
    .flatMap(entry => entry.kind === 'user' ? [getPromptText(entry.content)] : [])
    .filter(text => text.trim() !== '')
  return texts.filter((text, index) => text !== texts[index + 1]).reverse()
}

/** Up in an empty message recalls an earlier one, Down a later one. Once edited, it is an ordinary draft. */
export function useRecall({ text, earlier }: { text: Ref<string>, earlier: () => readonly string[] }) {
  let recalled: { readonly index: number, readonly text: string } | undefined

  /** Handles the arrow keys. Returns whether the key was handled. */
  function recall(event: KeyboardEvent): boolean {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const box = event.target
    if (step === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey || !(box instanceof HTMLTextAreaElement))
      return false
    // Once the caret has moved, arrow keys move within the text.
    const isAtEnd = box.selectionStart === text.value.length && box.selectionEnd === text.value.length
    const from = text.value === '' ? -1 : isAtEnd && recalled?.text === text.value ? recalled.index : undefined
    if (from === undefined)
      return false
    const messages = earlier()
    const index = Math.min(from + step, messages.length - 1)
    if (index < -1 || (index === -1 && from === -1))
      return false
    event.preventDefault()
    const next = messages[index] ?? ''
    recalled = index < 0 ? undefined : { index, text: next }
    text.value = next
    nextTick(() => {
      box.setSelectionRange(next.length, next.length)
      box.scrollTop = box.scrollHeight
    }).catch(report)
    return true
  }

  return { recall }
}
