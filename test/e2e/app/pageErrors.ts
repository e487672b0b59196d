import type { Page } from '@playwright/test'

/** Errors that pages log. */
export class PageErrors {
  readonly #errors: string[] = []
  readonly #allowed: RegExp[] = []

  /** Starts collecting. Call it before the page loads. */
  listen(page: Page): void {
    page.on('pageerror', error => this.#errors.push(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.#errors.push(`${message.text()} (${message.location().url})`)
    })
  }

  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  /** Errors that were not allowed. */
  get unexpected(): string[] {
    return this.#errors.filter(error => !this.#allowed.some(pattern => pattern.test(error)))
  }
}
