import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { electronKind } from './electronKind'

/** Reports, before and after the results, which Electron the desktop tests used. */
// Playwright wants its reporters as default exports.
export default class ElectronReporter implements Reporter {
  #hasDesktopTests = false

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#hasDesktopTests = suite.suites.some(project => project.title === 'desktop' && project.allTests().length > 0)
    this.#say()
  }

  onEnd(): void {
    this.#say()
  }

  printsToStdio(): boolean {
    return false
  }

  #say(): void {
    if (this.#hasDesktopTests)
      console.log(`The desktop tests run on ${electronKind().name}.`)
  }
}
