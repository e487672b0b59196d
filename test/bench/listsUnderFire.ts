import type { Browser } from '@playwright/test'
import type { App } from '../e2e/fixtures'
import { setTimeout as wait } from 'node:timers/promises'
import { many, mixed } from '../agents/hostile/window/lengths'
import { hostile } from '../support/scriptedAgent'
import { mainThreadWork } from './mainThread'

const settledMs = 400
const signInCard = 'section[aria-label="Sign-in"]'

/** Agents with too much of everything, or with endless names and commands. */
export function heavyAgents(): Record<string, ReturnType<typeof hostile>> {
  const lists = hostile('window/fillsTheLists')
  return {
    lists: {
      ...lists,
      args: [...lists.args, ...many(100, () => mixed(1_000))],
      env: { ...lists.env, ...Object.fromEntries(many(100, index => [`ODD_${index}`, `value ${index}`])) },
    },
    ...Object.fromEntries(many(60, index => [`${mixed(1_000)} ${index}`, { ...lists, args: [mixed(4_000)] }])),
  }
}

/** Measures how long the views before a thread block the page while they are drawn. */
export class ListsUnderFire {
  readonly #browser: Browser
  readonly #app: App

  constructor(browser: Browser, app: App) {
    this.#browser = browser
    this.#app = app
  }

  /** The New thread dialog: agents with endless names, commands and variables, and a missing folder. */
  async start(): Promise<number> {
    const longest = await this.#longestTask(async () => {
      await this.#openForm()
      await this.#app.page.getByRole('textbox', { name: 'Folder' }).last().fill(`/w/${mixed(4_000)}`)
    })
    await this.#close()
    return longest
  }

  /** The agent's sign-in methods. */
  async signIn(): Promise<number> {
    const { page, folders } = this.#app
    await this.#openForm()
    await page.getByRole('textbox', { name: 'Folder' }).last().fill(folders.workspace)
    await page.evaluate(card => document.querySelector(card)?.setAttribute('data-earlier', ''), signInCard)
    return this.#longestTask(async () => {
      await page.getByRole('dialog', { name: 'New thread' }).getByRole('button', { name: 'Start' }).click()
      await page.waitForSelector(`${signInCard}:not([data-earlier])`)
    })
  }

  /** Five hundred sessions of the agent, and one of them chosen. */
  async sessions(): Promise<number> {
    const { page, folders } = this.#app
    await this.#openForm()
    await page.getByRole('textbox', { name: 'Folder' }).last().fill(folders.workspace)
    const longest = await this.#longestTask(async () => {
      await page.getByRole('button', { name: 'Earlier sessions' }).click()
      await page.waitForSelector('[role=radiogroup] input[name=session]')
    })
    const choosing = await this.#longestTask(() => page.locator('input[name=session]').first().check())
    await this.#close()
    return Math.max(longest, choosing)
  }

  async #openForm(): Promise<void> {
    const { page } = this.#app
    await page.getByRole('button', { name: 'New thread' }).click()
    await page.getByRole('dialog', { name: 'New thread' }).getByRole('radio', { name: /^lists/ }).first().check()
  }

  async #close(): Promise<void> {
    const dialogs = this.#app.page.locator('dialog[open]')
    for (let open = await dialogs.count(); open > 0; open--) {
      await this.#app.page.keyboard.press('Escape')
      await dialogs.nth(open - 1).waitFor({ state: 'detached' })
    }
  }

  async #longestTask(act: () => Promise<void>): Promise<number> {
    const { longest } = await mainThreadWork(this.#browser, this.#app.page, async () => {
      await act()
      await wait(settledMs)
    })
    return longest
  }
}
