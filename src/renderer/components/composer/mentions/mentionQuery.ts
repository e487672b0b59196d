import { unspaced } from '../../../../shared/search/searchTerms'

/** A mention being typed: position of its `@` and the text up to the caret. */
export interface MentionQuery {
  readonly start: number
  readonly search: string
}

/** Maximum length of a query; longer than any path. */
const maxSearch = 4_096

/** After these characters, an `@` is part of an address or path. Excludes letters of scripts without spaces. */
const nonMentionPrefix = '[\\p{Script=Latin}\\p{N}\\p{Pc}.%+\\-/\\\\@＠:#&=~]'
const query = new RegExp(`(?<!${nonMentionPrefix})[@＠]([^\\s、。，；！？]*)$`, 'u')
/** Matches the rest of the word after the caret. */
export const restOfWord = new RegExp(`^(?:(?!${unspaced})[^\\s、。，；：！？（）「」])*`, 'u')

/** Finds the mention being typed at the caret. Returns `undefined` in other words, such as an email address. */
export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const line = text.slice(Math.max(0, caret - maxSearch), caret)
  const search = query.exec(line)?.[1]
  return search === undefined ? undefined : { start: caret - search.length - 1, search }
}

/** Replaces a part of a text box's text. The browser can undo it. */
export function replaceText(box: HTMLTextAreaElement, start: number, end: number, text: string): void {
  box.focus()
  box.setSelectionRange(start, end)
  // `execCommand` is deprecated, but the only way that can be undone. Falls back to setting the text.
  const isReplaced = typeof document.execCommand === 'function'
    && document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isReplaced)
    return
  box.setRangeText(text, start, end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
