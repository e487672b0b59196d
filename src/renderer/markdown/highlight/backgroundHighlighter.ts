import type { CodeLines } from './highlighter'
import type { Language } from './languages'
import address from './highlightWorker?worker&url'

/** What the worker is asked. */
export interface HighlightQuestion {
  readonly id: number
  readonly code: string
  readonly language: Language
}

/** What it answers. */
export type HighlightAnswer = { readonly id: number } & ({ readonly lines: CodeLines } | { readonly fault: string })

interface Waiting {
  readonly resolve: (lines: CodeLines) => void
  readonly reject: (error: Error) => void
}

/**
 * A worker that answers nothing for so long hangs, in an expression of a grammar: that code stays plain, and the next
 * gets a new one.
 */
const silenceMs = 10_000
/** What is scrolled into view again has its colours at once. */
const maxKept = 100

/**
 * Colours code in a worker: a grammar's first use takes hundreds of milliseconds, in which the window would stand
 * still.
 */
export class BackgroundHighlighter {
  readonly #start: () => Worker
  readonly #kept = new Map<string, Promise<CodeLines>>()
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastId = 0

  constructor(start = startScript) {
    this.#start = start
  }

  /** Rejects where the code could not be coloured. */
  async highlight(code: string, language: Language): Promise<CodeLines> {
    const key = `${language} ${code}`
    const lines = this.#kept.get(key) ?? this.#ask(code, language)
    this.#kept.delete(key)
    this.#kept.set(key, lines)
    if (this.#kept.size > maxKept)
      this.#kept.delete(this.#kept.keys().next().value!)
    lines.catch(() => this.#kept.delete(key))
    return lines
  }

  #ask(code: string, language: Language): Promise<CodeLines> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#open()
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, code, language } satisfies HighlightQuestion)
      this.#timer ??= this.#watch()
    })
  }

  #open(): Worker {
    const worker = this.#start()
    worker.addEventListener('message', ({ data }: MessageEvent<HighlightAnswer>) => this.#answer(data))
    worker.addEventListener('error', ({ message }) => this.#abandon(`Code could not be coloured: ${message}`))
    return worker
  }

  #answer(answer: HighlightAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    clearTimeout(this.#timer)
    this.#timer = this.#waiting.size > 0 ? this.#watch() : undefined
    if ('fault' in answer)
      waiting?.reject(new Error(answer.fault))
    else
      waiting?.resolve(answer.lines)
  }

  #watch(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#abandon('Code could not be coloured in time.'), silenceMs)
  }

  #abandon(why: string): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#worker?.terminate()
    this.#worker = undefined
    for (const { reject } of this.#waiting.values())
      reject(new Error(why))
    this.#waiting.clear()
  }
}

/** As much of the browser's Trusted Types as is used here: the compiler does not know them yet. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

/**
 * Starts the worker that colours code. The page's policy lets scripts start by the policy "parley" alone, which knows
 * this one.
 */
function startScript(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('parley', { createScriptURL: () => address })
  return new Worker((policy?.createScriptURL(address) ?? address) as string, { type: 'module', name: 'highlighter' })
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
