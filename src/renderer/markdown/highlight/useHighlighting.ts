import type { CodeLines } from './highlighter'
import { onScopeDispose, shallowRef, type ShallowRef, watchEffect } from 'vue'
import { BackgroundHighlighter } from './backgroundHighlighter'
import { findLanguage } from './languages'

// One for the window, and so each grammar once. It starts with the first code.
const highlighter = new BackgroundHighlighter()
// Above this colours cost more than they help: 40 kB take about 120 ms.
const maxCharacters = 40_000

/** The colours of `code` once they are known; until then, and for what cannot be coloured, `undefined`. */
export function useHighlighting(source: () => { code: string, language: string } | undefined): Readonly<ShallowRef<CodeLines | undefined>> {
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
      () => undefined, // without its colours the code is shown plain, which loses nothing
    )
  })
  return lines
}
