import type { EditorView } from '@codemirror/view'
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'

/** What is looked for in a file. */
export interface FileQuery {
  readonly text: string
  readonly replace: string
  readonly matchCase: boolean
  readonly wholeWord: boolean
  readonly isRegex: boolean
}

/** How many places match; `at` counts from 1 and is 0 where none is selected. */
export interface FoundInFile {
  readonly count: number
  readonly at: number
  readonly isCut: boolean
  readonly isFaulty: boolean
}

/** What find and replace do in a file. */
export const finding = {
  next: findNext,
  previous: findPrevious,
  replace: replaceNext,
  replaceAll,
  close: closeSearchPanel,
} as const

/** More places than that are not counted: a large file would keep the window busy with each key. */
const maxCounted = 1_000

/** Marks what matches, and answers how much does. */
export function findInCode(view: EditorView, { text, replace, matchCase, wholeWord, isRegex }: FileQuery): FoundInFile {
  openSearchPanel(view)
  const query = new SearchQuery({ search: text, replace, caseSensitive: matchCase, wholeWord, regexp: isRegex, literal: !isRegex })
  view.dispatch({ effects: setSearchQuery.of(query) })
  if (text === '' || !query.valid)
    return { count: 0, at: 0, isCut: false, isFaulty: text !== '' }
  const { from, to } = view.state.selection.main
  let count = 0
  let at = 0
  const cursor = query.getCursor(view.state)
  for (let found = cursor.next(); !found.done && count < maxCounted; found = cursor.next()) {
    count++
    if (found.value.from === from && found.value.to === to)
      at = count
  }
  return { count, at, isCut: count === maxCounted, isFaulty: false }
}
