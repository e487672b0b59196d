import type { HighlighterCore, LanguageRegistration } from '@shikijs/core'
import type { Language } from './languages'

/** A token of code in one colour. */
export interface CodeToken {
  readonly text: string
  /** A CSS colour of the window. */
  readonly colour?: string
}

/** The tokens of each line. */
export type CodeLines = readonly (readonly CodeToken[])[]

/**
 * Time limit per line in milliseconds. The first line compiles the grammar, which took more than the default of 500 on
 * a busy machine.
 */
const tokenizeTimeLimit = 2_000

/** Colours code. Grammars are loaded when first needed. */
export class Highlighter {
  #core: Promise<HighlighterCore> | undefined
  readonly #loading = new Map<Language, Promise<void>>()

  async highlight(code: string, language: Language): Promise<CodeLines> {
    this.#core ??= createCore()
    const core = await this.#core
    const loading = this.#loading.get(language)
      ?? grammars[language]().then(module => core.loadLanguage(module.default))
    this.#loading.set(language, loading)
    await loading
    const lines = core.codeToTokensBase(code, { lang: language, theme: 'parley', tokenizeTimeLimit })
    return lines.map(line =>
      line.map(({ content, color }) => ({ text: content, ...color?.startsWith('var(') && { colour: color } })),
    )
  }
}

async function createCore(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, { codeColours }] = await Promise.all([
    import('@shikijs/core'),
    import('@shikijs/engine-javascript'),
    import('./codeColours'),
  ])
  return createHighlighterCore({
    themes: [codeColours],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}

const grammars: Readonly<Record<Language, () => Promise<{ default: LanguageRegistration[] }>>> = {
  typescript: () => import('@shikijs/langs/typescript'),
  tsx: () => import('@shikijs/langs/tsx'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  html: () => import('@shikijs/langs/html'),
  css: () => import('@shikijs/langs/css'),
  vue: () => import('@shikijs/langs/vue'),
  python: () => import('@shikijs/langs/python'),
  rust: () => import('@shikijs/langs/rust'),
  go: () => import('@shikijs/langs/go'),
  java: () => import('@shikijs/langs/java'),
  yaml: () => import('@shikijs/langs/yaml'),
  shellscript: () => import('@shikijs/langs/shellscript'),
  sql: () => import('@shikijs/langs/sql'),
  diff: () => import('@shikijs/langs/diff'),
}
