import type { App } from '../e2e/fixtures'
import { expect, type Locator } from '@playwright/test'

/** A package of hundreds of megabytes over a slow line. */
const installMs = 300_000

/** Who asked for a permission. */
export type Asker = 'agent' | 'parley'

/** The open thread, as a person uses it. */
export class AgentThread {
  readonly #app: App
  #turns = 0

  constructor(app: App) {
    this.#app = app
  }

  /** Starts a thread, and installs the agent before where it is not yet. */
  async begin(agentName: string): Promise<void> {
    const { page, folders } = this.#app
    const form = await this.openForm()
    const radio = form.getByRole('radio', { name: new RegExp(`^${agentName} (ready|needs install)`) })
    await radio.check()
    const install = form.getByRole('button', { name: `Install ${agentName}`, exact: true })
    if (await install.isVisible()) {
      await install.click()
      await expect(form.getByRole('progressbar', { name: `Installing ${agentName}` })).toBeVisible()
      await expect(form.getByRole('progressbar'), 'the installation ends').toHaveCount(0, { timeout: installMs })
    }
    await expect(radio).toHaveAccessibleName(new RegExp(`^${agentName} ready Installed`))
    await form.getByRole('textbox', { name: 'Folder' }).fill(folders.workspace)
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  }

  async openForm(): Promise<Locator> {
    await this.#app.page.getByRole('button', { name: 'New thread' }).first().click()
    return this.#app.page.getByRole('dialog', { name: 'New thread' })
  }

  /** Opens the only thread of the list. */
  async reopen(): Promise<void> {
    await this.#app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link').click()
    await expect(this.entries('turn-end')).toHaveCount(this.#turns)
  }

  async send(text: string): Promise<void> {
    const { page } = this.#app
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    this.#turns++
  }

  /** Clicks the allowing-once button of the next question and says whose question it was. */
  async allowOnce(): Promise<Asker> {
    await expect(this.dialog).toBeVisible()
    const own = this.dialog.getByRole('button', { name: 'Allow once', exact: true })
    const asker = await own.isVisible() ? 'parley' : 'agent'
    // The agent's own name for the option, a comma, and what it grants.
    const button = asker === 'parley' ? own : this.dialog.getByRole('button', { name: /\S, Allow once$/ }).first()
    const clicked = await button.elementHandle()
    await button.click()
    // The next question's button is another one. Counting answers would not do: what is far above the end is not in the page.
    await expect.poll(() => clicked?.isVisible()).toBe(false)
    return asker
  }

  /** Clicks Parley's own button that allows further commands too. */
  async allowForThread(): Promise<void> {
    const button = this.dialog.getByRole('button', { name: /^Allow for this thread/ })
    await button.click()
    await expect(button).toBeHidden()
  }

  /** Clicks the agent's own rejecting-once button. */
  async reject(): Promise<void> {
    await this.dialog.getByRole('button', { name: /\S, Reject once$/ }).first().click()
    await expect(this.answered).toHaveCount(1)
  }

  /** Says yes to every question until the turn ends; who asked, in order. */
  async allowUntilEnd(): Promise<Asker[]> {
    const askers: Asker[] = []
    const end = this.entries('turn-end').nth(this.#turns - 1)
    for (;;) {
      await expect(this.dialog.or(end).first()).toBeVisible()
      if (await end.isVisible())
        return askers
      askers.push(await this.allowOnce())
    }
  }

  /** Chooses in the composer. */
  async choose(option: string, value: string): Promise<void> {
    await this.option(option).selectOption(value)
    await expect(this.option(option)).toHaveValue(value)
  }

  async stop(): Promise<void> {
    await this.#app.page.getByRole('button', { name: 'Stop', exact: true }).click()
  }

  async endReason(): Promise<string | null> {
    return this.entries('turn-end').nth(this.#turns - 1).locator('[data-reason]').getAttribute('data-reason')
  }

  /** The texts that the newest answer went through until it read as `end`. */
  async textsUntil(end: string): Promise<string[]> {
    const texts: string[] = []
    await expect.poll(async () => {
      const text = (await this.entries('agent').allInnerTexts()).at(-1)?.trim() ?? ''
      if (text !== '' && text !== texts.at(-1))
        texts.push(text)
      return text
    }, { intervals: [50] }).toContain(end)
    return texts
  }

  option(name: string): Locator {
    return this.#app.page.getByRole('group', { name: 'Options' }).getByRole('combobox', { name, exact: true })
  }

  entries(kind: string): Locator {
    return this.#app.page.getByRole('log', { name: 'Transcript' }).locator(`[data-entry=${kind}]`)
  }

  get dialog(): Locator {
    return this.#app.page.getByRole('alertdialog', { name: 'Permission needed' })
  }

  /** Answered permissions, as the transcript keeps them. */
  get answered(): Locator {
    return this.entries('permission').filter({ hasText: 'You chose: ' })
  }

  get terminal(): Locator {
    return this.#app.page.getByRole('region', { name: 'Terminal', exact: true })
  }
}
