import { unspaced } from '../../../../shared/search/searchTerms'

/** A mention being typed: position of its `@` and the text up to the caret. */
export interface MentionQuery {
  readonly start: number
  readonly search: string
}

/** Longer than any typed query, even a whole path. */
const maxSearch = 4_096

/** After these characters an `@` belongs to an address or path. Excludes scripts without spaces. */
const before = '[\\p{Script=Latin}\\p{N}\\p{Pc}.%+\\-/\\\\@＠:#&=~]'
const query = new RegExp(`(?<!${before})[@＠]([^\\s、。，；！？]*)$`, 'u')
/** The rest of the word around the caret. */
export const restOfWord = new RegExp(`^(?:(?!${unspaced})[^\\s、。，；：！？（）「」])*`, 'u')

/** The mention at the caret; `undefined` in other words, such as an email address. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const line = text.slice(Math.max(0, caret - maxSearch), caret)
  const search = query.exec(line)?.[1]
  return search === undefined ? undefined : { start: caret - search.length - 1, search }
}

/** Replaces a part of a text box, undoable by the browser. */
export function replaceTyped(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus()
  box.setSelectionRange(start, end)
  // Deprecated, but the only undoable way. Falls back to setting the text.
  const isDone = typeof document.execCommand === 'function' && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isDone)
    return
  box.setRangeText(text, start, end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
