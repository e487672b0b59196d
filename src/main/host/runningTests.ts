import { HostError } from '../../shared/errors'

/** The running tests of programs, each by the id that the window assigned. */
export class RunningTests {
  readonly #limitMs: number
  readonly #running = new Map<string, { readonly ending: AbortController, readonly done: Promise<unknown> }>()

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  /** Runs a test. When aborted, the test ends its processes and then resolves. */
  async run<T>(testId: string, test: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running.has(testId))
      throw new HostError('busy', 'This test is running already.')
    const ending = new AbortController()
    const done = test(AbortSignal.any([ending.signal, AbortSignal.timeout(this.#limitMs)]))
    this.#running.set(testId, { ending, done })
    return done.finally(() => this.#running.delete(testId))
  }

  cancel(testId: string): void {
    this.#running.get(testId)?.ending.abort()
  }

  async dispose(): Promise<void> {
    const running = [...this.#running]
    running.forEach(([testId]) => this.cancel(testId))
    await Promise.allSettled(running.map(([, { done }]) => done))
  }
}

/** Explains why a test ended without a result. */
export function explainEnd({ reason }: AbortSignal): string {
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'It did not answer in time.' : 'Cancelled.'
}
