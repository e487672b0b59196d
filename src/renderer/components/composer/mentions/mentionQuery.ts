import { unspaced } from '../../../../shared/search/searchTerms'

/** A mention that is being typed: where its `@` stands, and what follows up to the caret. */
export interface MentionQuery {
  readonly start: number
  readonly search: string
}

/** Longer than what anyone types to find something; a whole path may be typed. */
const maxSearch = 4_096

/** Before it an `@` belongs to an address or a path. A word of a script without blanks may be there. */
const before = '[\\p{Script=Latin}\\p{N}\\p{Pc}.%+\\-/\\\\@＠:#&=~]'
const query = new RegExp(`(?<!${before})[@＠]([^\\s、。，；！？]*)$`, 'u')
/** What follows the caret and belongs to the word in which it stands. */
export const restOfWord = new RegExp(`^(?:(?!${unspaced})[^\\s、。，；：！？（）「」])*`, 'u')

/** The mention in which the caret is; `undefined` within other words, such as an address of mail. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const line = text.slice(Math.max(0, caret - maxSearch), caret)
  const search = query.exec(line)?.[1]
  return search === undefined ? undefined : { start: caret - search.length - 1, search }
}

/** Replaces a part of a text box so that the browser's own Undo takes it back. */
export function replaceTyped(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus()
  box.setSelectionRange(start, end)
  // Deprecated, and still the only way that Undo knows of; where it is gone, the text is set without it.
  const isDone = typeof document.execCommand === 'function' && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isDone)
    return
  box.setRangeText(text, start, end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
