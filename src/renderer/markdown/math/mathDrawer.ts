import type katex from 'katex'
import type { DrawMath } from './mathRules'
import { inject, type InjectionKey, provide, shallowRef } from 'vue'
import { readableText } from '../../text/readableText'

const mathKey: InjectionKey<MathDrawer> = Symbol('math')

/** Maximum formulas cached. No page shows more at once. */
const maxKept = 500
/** Maximum characters of output; far more than a formula of maximum length needs. */
const maxDrawn = 30_000
/** Maximum nesting of groups, as browsers take long to lay out deeper ones. */
const maxDepth = 30

/** Definitions of macros, which are not drawn, as they can expand a short text to a huge one. */
const definesMacros = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-z])/i

/** Characters by number, which are not drawn, as misleading ones would not be visible in the source. */
const namesCharacters = /\\char(?![a-z])/i

type Katex = typeof katex

/** Draws formulas as MathML, which needs no styles or fonts. KaTeX is loaded with the first formula. */
export class MathDrawer {
  readonly #katex = shallowRef<Katex>()
  readonly #known = new Map<string, string | undefined>()
  #isAsked = false

  /** Whether KaTeX is loaded. Changes the result of `draw`. */
  get isReady(): boolean {
    return this.#katex.value !== undefined
  }

  readonly draw: DrawMath = (tex, isDisplay) => {
    const library = this.#katex.value
    if (!library) {
      this.#load()
      return undefined
    }
    const key = `${isDisplay}${tex}`
    if (!this.#known.has(key)) {
      if (this.#known.size >= maxKept)
        this.#known.clear()
      this.#known.set(key, renderFormula(library, tex, isDisplay))
    }
    return this.#known.get(key)
  }

  #load(): void {
    if (this.#isAsked)
      return
    this.#isAsked = true
    import('katex').then(
      (module) => {
        this.#katex.value = module.default
      },
      () => undefined, // formulas stay as written
    )
  }
}

/** Provides a drawer to descendants. */
export function provideMath(): void {
  provide(mathKey, new MathDrawer())
}

/** Returns the drawer, or `undefined` if formulas stay as written. */
export function useMath(): MathDrawer | undefined {
  return inject(mathKey, undefined)
}

function renderFormula(library: Katex, tex: string, isDisplay: boolean): string | undefined {
  if (getDepth(tex) > maxDepth || definesMacros.test(tex) || namesCharacters.test(tex) || readableText(tex) !== tex)
    return undefined
  try {
    const html = library.renderToString(tex, {
      output: 'mathml',
      displayMode: isDisplay,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    })
    // Removes annotations, which screen readers would read as a repetition.
    return html.length > maxDrawn ? undefined : html.replace(/<annotation [^>]*>[^<]*<\/annotation>/, '')
  }
  catch {
    return undefined // invalid or unsupported, so shown as written
  }
}

function getDepth(tex: string): number {
  let depth = 0
  let deepest = 0
  for (const [found] of tex.matchAll(/\\left\b|\\right\b|\\begin\b|\\end\b|\\.|[{}^_]/gs)) {
    if (found === '{' || found === '\\left' || found === '\\begin')
      deepest = Math.max(deepest, ++depth)
    else if (found === '}' || found === '\\right' || found === '\\end')
      depth--
  }
  return deepest
}
