import type { InstallProgress } from '../../shared/settings/installing'

const quietMs = 100

/** Tells how one installation goes, at most ten times a second; its end at once. */
export class ProgressFeed {
  readonly #tell: (progress: InstallProgress) => void
  #latest: InstallProgress
  #timer: NodeJS.Timeout | undefined

  constructor(agentId: string, tell: (progress: InstallProgress) => void) {
    this.#tell = tell
    this.#latest = { agentId, state: 'running', line: 'Starting' }
    tell(this.#latest)
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
      this.#tell(this.#latest)
    }, quietMs)
  }

  end(state: 'done' | 'failed' | 'cancelled', message?: string): void {
    clearTimeout(this.#timer)
    this.#latest = { agentId: this.#latest.agentId, state, line: this.#latest.line, ...message !== undefined && { message } }
    this.#tell(this.#latest)
  }
}
