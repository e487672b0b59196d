import { inject, type InjectionKey, onScopeDispose, provide, shallowRef, type ShallowRef, watchEffect } from 'vue'
import { type CodeToken, Highlighter } from './highlighter'

const highlighterKey: InjectionKey<Highlighter> = Symbol('highlighter')
// Above this colours cost more than they help: 40 kB take about 120 ms.
const maxCharacters = 40_000

/** Shares one highlighter, and so each grammar, with every component below. */
export function provideHighlighter(): void {
  provide(highlighterKey, new Highlighter())
}

/** The colours of `code` once they are known; until then, and for what cannot be coloured, `undefined`. */
export function useHighlighting(
  source: () => { code: string, language: string } | undefined,
): Readonly<ShallowRef<readonly (readonly CodeToken[])[] | undefined>> {
  const highlighter = inject(highlighterKey, undefined)
  const lines = shallowRef<readonly (readonly CodeToken[])[]>()
  let isGone = false
  onScopeDispose(() => (isGone = true))
  watchEffect(() => {
    const wanted = source()
    lines.value = undefined
    if (!wanted || !highlighter || wanted.language === '' || wanted.code.length > maxCharacters)
      return
    highlighter.highlight(wanted.code, wanted.language).then(
      (coloured) => {
        const now = source()
        if (!isGone && now?.code === wanted.code && now.language === wanted.language)
          lines.value = coloured
      },
      () => undefined, // without its grammar the code is shown plain, which loses nothing
    )
  })
  return lines
}
