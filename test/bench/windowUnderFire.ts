import type { Browser } from '@playwright/test'
import type { App } from '../e2e/fixtures'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenThread } from '../e2e/app/openThread'
import { mainThreadWork } from './mainThread'

/** By then, deferred work such as highlighting is done. */
const settledMs = 400
const question = '[role=alertdialog], form.elicitation'

/** Measures how long expensive content of an agent blocks the page. */
export class WindowUnderFire {
  readonly #browser: Browser
  readonly #app: App
  readonly #thread: OpenThread

  constructor(browser: Browser, app: App) {
    this.#browser = browser
    this.#app = app
    this.#thread = new OpenThread(app)
  }

  start(agent: string): Promise<void> {
    return this.#thread.start(agent)
  }

  /** Measures the longest task while the agent executes the prompt `name`; its questions are answered afterwards. */
  async answering(name: string): Promise<number> {
    const { page } = this.#app
    await this.#thread.message.fill(name)
    const before = await this.#lastEntry()
    const longest = await this.#longestTask(async () => {
      await page.keyboard.press('Enter')
      await this.#settles(before)
    })
    if (await page.locator(question).count() > 0) {
      await page.getByRole('button', { name: /^(?:No, Reject once|Decline)$/ }).click()
      await page.locator(question).waitFor({ state: 'detached' })
      await this.#settles(before)
    }
    return longest
  }

  /** Measures the longest task while the agent's commands are suggested. */
  async suggesting(): Promise<number> {
    await this.answering('commands')
    const longest = await this.#longestTask(async () => {
      await this.#app.page.keyboard.insertText('/')
      await this.#app.page.waitForSelector('[role=listbox] [role=option]')
    })
    await this.#thread.message.fill('')
    return longest
  }

  async #longestTask(act: () => Promise<void>): Promise<number> {
    const { longest } = await mainThreadWork(this.#browser, this.#app.page, async () => {
      await act()
      await wait(settledMs)
    })
    return longest
  }

  /**
   * Waits for a question or the end of the turn. Looks for them by selectors once per frame, because finding them by
   * role would distort the measurement.
   */
  async #settles(before: string): Promise<void> {
    await this.#app.page.waitForFunction(([question, before]) => {
      const last = [...document.querySelectorAll<HTMLElement>('[data-entry]')].at(-1)
      return document.querySelector(question) !== null || (last?.dataset.entry === 'turn-end' && last.dataset.entryId !== before)
    }, [question, before] as const)
  }

  #lastEntry(): Promise<string> {
    return this.#app.page.evaluate(() => [...document.querySelectorAll('[data-entry]')].at(-1)?.getAttribute('data-entry-id') ?? '')
  }
}
