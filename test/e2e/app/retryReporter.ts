import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Reports prominently, at the end, which tests passed only when retried. */
// Playwright wants its reporters as default exports.
export default class RetryReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    const again = (this.#suite?.allTests() ?? []).filter(test => test.outcome() === 'flaky')
    if (again.length > 0)
      console.log(['', ...again.map(test => `needed a second try: ${nameOf(test)}`), ''].join('\n'))
  }

  printsToStdio(): boolean {
    return false
  }
}

function nameOf(test: TestCase): string {
  const { file, line } = test.location
  return `[${test.parent.project()?.name}] ${file.slice(file.indexOf('test/e2e/'))}:${line} ${test.title}`
}
