import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Reports at the end how long each agent took. */
// Playwright wants its reporters as default exports.
export default class AgentTimes implements Reporter {
  readonly #times = new Map<string, { tests: number, ms: number }>()

  onTestEnd({ parent: { title: agent } }: TestCase, { duration }: TestResult): void {
    const { tests, ms } = this.#times.get(agent) ?? { tests: 0, ms: 0 }
    this.#times.set(agent, { tests: tests + 1, ms: ms + duration })
  }

  onEnd(): void {
    for (const [agent, { tests, ms }] of this.#times)
      console.log(`${agent}: ${tests} tests in ${Math.round(ms / 1000)} s`)
  }

  printsToStdio(): boolean {
    return false
  }
}
