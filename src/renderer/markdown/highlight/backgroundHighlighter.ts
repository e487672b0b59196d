import type { CodeLines } from './highlighter'
import type { Language } from './languages'
import address from './highlightWorker?worker&url'

/** A request to the worker. */
export interface HighlightRequest {
  readonly id: number
  readonly code: string
  readonly language: Language
}

/** The worker's response. */
export type HighlightResponse = { readonly id: number } & ({ readonly lines: CodeLines } | { readonly fault: string })

interface Waiting {
  readonly resolve: (lines: CodeLines) => void
  readonly reject: (error: Error) => void
}

/**
 * A worker that doesn't respond in this time is stuck in a grammar's regular expression. The code stays plain, and the
 * next code gets a new worker.
 */
const timeoutMs = 10_000
/** Maximum cached results, so that code scrolled back into view is coloured at once. */
const maxKept = 100

/**
 * Highlights code in a worker, as the first use of a grammar would freeze the window for hundreds of milliseconds.
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

  /** Resolves to the coloured lines. Rejects if the code can't be coloured. */
  async highlight(code: string, language: Language): Promise<CodeLines> {
    const key = `${language} ${code}`
    const lines = this.#kept.get(key) ?? this.#request(code, language)
    this.#kept.delete(key)
    this.#kept.set(key, lines)
    if (this.#kept.size > maxKept)
      this.#kept.delete(this.#kept.keys().next().value!)
    lines.catch(() => this.#kept.delete(key))
    return lines
  }

  #request(code: string, language: Language): Promise<CodeLines> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#open()
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, code, language } satisfies HighlightRequest)
      this.#timer ??= this.#watch()
    })
  }

  #open(): Worker {
    const worker = this.#start()
    worker.addEventListener('message', ({ data }: MessageEvent<HighlightResponse>) => this.#onResponse(data))
    worker.addEventListener('error', ({ message }) => this.#abandon(`Code could not be coloured: ${message}`))
    return worker
  }

  #onResponse(answer: HighlightResponse): void {
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
    return setTimeout(() => this.#abandon('Code could not be coloured in time.'), timeoutMs)
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

/** The part of Trusted Types used here, for which TypeScript has no types yet. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

/** Starts the worker. The page's policy allows scripts only by the policy "parley", which allows only this one. */
function startScript(): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('parley', { createScriptURL: () => address })
  return new Worker((policy?.createScriptURL(address) ?? address) as string, { type: 'module', name: 'highlighter' })
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined
