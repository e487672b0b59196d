import type { HighlighterCore } from '@shikijs/core'

/** A piece of code in one colour. */
export interface CodeToken {
  readonly text: string
  /** A colour of the window, as CSS has it. */
  readonly colour?: string
}

/** For a line, in milliseconds: the first one compiles its grammar, which took more than the usual 500 on a busy machine. */
const tokenizeTimeLimit = 2_000

/** Colours code of the languages agents write most; `undefined` for others. Grammars are loaded when first needed. */
export class Highlighter {
  #core: Promise<HighlighterCore> | undefined
  readonly #loading = new Map<string, Promise<boolean>>()

  async highlight(code: string, name: string): Promise<readonly (readonly CodeToken[])[] | undefined> {
    const language = aliases.get(name.toLowerCase()) ?? name.toLowerCase()
    const load = grammars[language as keyof typeof grammars] as (typeof grammars)[keyof typeof grammars] | undefined
    if (!load || !Object.hasOwn(grammars, language))
      return undefined
    this.#core ??= createCore()
    const core = await this.#core
    const isLoaded = this.#loading.get(language) ?? load().then(async (module) => {
      await core.loadLanguage(module.default)
      return true
    })
    this.#loading.set(language, isLoaded)
    await isLoaded
    const lines = core.codeToTokensBase(code, { lang: language, theme: 'parley', tokenizeTimeLimit })
    return lines.map(line => line.map(({ content, color }) => ({ text: content, ...color?.startsWith('var(') && { colour: color } })))
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

const grammars = {
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

const aliases: ReadonlyMap<string, string> = new Map([
  ['ts', 'typescript'],
  ['js', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsx', 'tsx'],
  ['jsonc', 'json'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['golang', 'go'],
  ['yml', 'yaml'],
  ['sh', 'shellscript'],
  ['bash', 'shellscript'],
  ['shell', 'shellscript'],
  ['zsh', 'shellscript'],
  ['patch', 'diff'],
])
