import type katex from 'katex'
import type { DrawMath } from './mathRules'
import { inject, type InjectionKey, provide, shallowRef } from 'vue'
import { readableText } from '../../text/readableText'

const mathKey: InjectionKey<MathDrawer> = Symbol('math')

/** No page shows more formulas at once. */
const maxKept = 500
/** Far more than a formula of the length that is drawn comes to. */
const maxDrawn = 30_000
/** Groups in groups; laying out what is nested deeper takes a browser long. */
const maxDepth = 30

/** Macros make much of little. */
const definesMacros = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-z])/i

/** By their numbers: what misleads would not be seen in what was written. */
const namesCharacters = /\\char(?![a-z])/i

type Katex = typeof katex

/** Draws formulas as MathML, which needs no styles and no fonts of its own. KaTeX is loaded with the first formula. */
export class MathDrawer {
  readonly #katex = shallowRef<Katex>()
  readonly #known = new Map<string, string | undefined>()
  #isAsked = false

  /** Whether formulas can be drawn: `draw` answers otherwise from then on. */
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
      this.#known.set(key, drawnBy(library, tex, isDisplay))
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
      () => undefined, // formulas stay as they were written, which loses nothing
    )
  }
}

/** Shares one drawer with every component below. */
export function provideMath(): void {
  provide(mathKey, new MathDrawer())
}

/** `undefined` where formulas stay as they were written. */
export function useMath(): MathDrawer | undefined {
  return inject(mathKey, undefined)
}

function drawnBy(library: Katex, tex: string, isDisplay: boolean): string | undefined {
  if (depthOf(tex) > maxDepth || definesMacros.test(tex) || namesCharacters.test(tex) || readableText(tex) !== tex)
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
    // What a reader with a screen reader would hear twice.
    return html.length > maxDrawn ? undefined : html.replace(/<annotation [^>]*>[^<]*<\/annotation>/, '')
  }
  catch {
    return undefined // wrong, or of a kind that is not drawn: shown as it was written
  }
}

function depthOf(tex: string): number {
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
