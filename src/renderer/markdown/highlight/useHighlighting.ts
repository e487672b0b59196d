import type { CodeLines } from './highlighter'
import { onScopeDispose, shallowRef, type ShallowRef, watchEffect } from 'vue'
import { BackgroundHighlighter } from './backgroundHighlighter'
import { findLanguage } from './languages'

// One per window, so that each grammar is loaded once. Started with the first code.
const highlighter = new BackgroundHighlighter()
// Longer code is not coloured: 40 kB take about 120 ms.
const maxCharacters = 40_000

/** The coloured lines of `code` once known. `undefined` before that, and for code that can't be coloured. */
export function useHighlighting(
  source: () => { code: string, language: string } | undefined,
): Readonly<ShallowRef<CodeLines | undefined>> {
  const lines = shallowRef<CodeLines>()
  let isGone = false
  onScopeDispose(() => (isGone = true))
  watchEffect(() => {
    const wanted = source()
    lines.value = undefined
    const language = findLanguage(wanted?.language ?? '')
    if (!wanted || !language || wanted.code.length > maxCharacters)
      return
    highlighter.highlight(wanted.code, language).then(
      (coloured) => {
        const now = source()
        if (!isGone && now?.code === wanted.code && now.language === wanted.language)
          lines.value = coloured
      },
      () => undefined, // the code stays plain
    )
  })
  return lines
}
