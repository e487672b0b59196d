import type { InstallProgress } from '../../shared/settings/installing'

const intervalMs = 100

/** Emits the progress of one installation at most ten times a second, and its end at once. */
export class ProgressFeed {
  readonly #emit: (progress: InstallProgress) => void
  #latest: InstallProgress
  #timer: NodeJS.Timeout | undefined

  constructor(agentId: string, emit: (progress: InstallProgress) => void) {
    this.#emit = emit
    this.#latest = { agentId, state: 'running', line: 'Starting' }
    emit(this.#latest)
  }

  get latest(): InstallProgress {
    return this.#latest
  }

  say(line: string, fraction?: number): void {
    if (this.#latest.state !== 'running')
      return
    this.#latest = {
      agentId: this.#latest.agentId,
      state: 'running',
      line,
      ...(fraction !== undefined && { fraction: Math.min(1, fraction) }),
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#emit(this.#latest)
    }, intervalMs)
  }

  end(state: 'done' | 'failed' | 'cancelled', message?: string): void {
    clearTimeout(this.#timer)
    this.#latest = { agentId: this.#latest.agentId, state, line: this.#latest.line, ...message !== undefined && { message } }
    this.#emit(this.#latest)
  }
}
