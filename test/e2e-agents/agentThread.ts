import type { RealAgent } from '../agents/real/realAgent'
import type { App } from '../e2e/fixtures'
import { expect, type Locator } from '@playwright/test'
import { startedBy } from '../agents/real/realAgents'
import { unfoldWork } from '../support/unfoldWork'

/** A package of hundreds of megabytes over a slow line. */
const installMs = 300_000
/** Opening a session and answering, with the agent retrying; on a busy machine. */
const answerMs = 240_000

/** Longer than the time after which silence is reported. */
const patienceMs = 30_000

/** Who asked for permission. */
export type Asker = 'agent' | 'parley'

/** How to answer the questions of a turn. `byRule`: by a rule that Parley proposes, if it does. */
export interface Answering {
  readonly forThread?: boolean
  readonly byRule?: boolean
  readonly onQuestion?: (dialog: Locator) => Promise<unknown>
  /** The turn is left as a person sees it. */
  readonly isLeftFolded?: boolean
}

/** The open thread, as a person uses it. */
export class AgentThread {
  readonly #app: App
  #turns = 0

  constructor(app: App) {
    this.#app = app
  }

  /** Starts a thread; installs the agent first if necessary. */
  async begin({ name: agentName, own }: RealAgent): Promise<void> {
    const { page, folders } = this.#app
    const form = await this.openForm()
    const radio = form.getByRole('radio', { name: new RegExp(`^${agentName} (ready|needs install)`) })
    const more = form.getByRole('button', { name: /^\d+ more agents?$/ })
    await expect(radio.or(more).first()).toBeVisible({ timeout: 30_000 })
    if (!await radio.isVisible())
      await more.click()
    await radio.check({ timeout: 30_000 })
    const install = form.getByRole('button', { name: `Install ${agentName}`, exact: true })
    if (await install.isVisible()) {
      await install.click()
      await expect(form.getByRole('progressbar', { name: `Installing ${agentName}` })).toBeVisible()
      await expect(form.getByRole('progressbar'), 'the installation ends').toHaveCount(0, { timeout: installMs })
    }
    if (!own && startedBy === undefined)
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
    await this.unfold()
  }

  /** Shows all entries, of work and runs that are folded as well. */
  unfold(): Promise<void> {
    return unfoldWork(this.#app.page.getByRole('log', { name: 'Transcript' }))
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
    await this.#answer(button)
    return asker
  }

  /** Clicks an option, and waits until its question is gone. */
  async #answer(option: Locator): Promise<void> {
    const clicked = await option.elementHandle()
    await option.click()
    // The next question's button is another one. Counting answers would not do: they are not in the page once their
    // turn is folded.
    await expect.poll(() => clicked?.isVisible()).toBe(false)
  }

  /** Clicks Parley's own button that allows further commands too. */
  async allowForThread(): Promise<void> {
    await this.#forThread.click()
    await expect(this.#forThread).toBeHidden()
  }

  /** Saves the first of the rules that Parley proposes for the open question. */
  async makeRule(): Promise<void> {
    const { page } = this.#app
    // The next question may come at once: its options are others, its other buttons are the same.
    const asked = await this.dialog.getByRole('button', { name: /Allow once$/ }).first().elementHandle()
    await page.getByRole('button', { name: 'Make a rule…' }).click()
    const rules = page.getByRole('dialog', { name: 'Rules' })
    await rules.getByRole('button', { name: 'Save rule' }).click()
    await expect(rules).toBeHidden()
    await expect.poll(() => asked?.isVisible(), 'the rule answers').toBe(false)
  }

  /** Clicks the agent's own rejecting-once button. */
  async reject(): Promise<void> {
    await this.#answer(this.dialog.getByRole('button', { name: /\S, Reject once$/ }).first())
  }

  /**
   * Allows every question until the turn ends; returns who asked, in order. `forThread`: allows the first command for
   * all later ones.
   */
  async allowUntilEnd(
    { forThread = false, byRule = false, onQuestion, isLeftFolded = false }: Answering = {},
  ): Promise<Asker[]> {
    const askers: Asker[] = []
    const end = this.entries('turn-end').nth(this.#turns - 1)
    let isOpen = forThread
    for (;;) {
      await expect(this.dialog.or(end).first()).toBeVisible({ timeout: answerMs })
      if (await end.isVisible()) {
        if (!isLeftFolded)
          await this.unfold()
        return askers
      }
      await onQuestion?.(this.dialog)
      if (isOpen && await this.#forThread.isVisible()) {
        await this.allowForThread()
        askers.push('agent')
        isOpen = false
      }
      else if (byRule) {
        await this.makeRule()
        askers.push('agent')
      }
      else {
        askers.push(await this.allowOnce())
      }
    }
  }

  /** Chooses in the composer. */
  async choose(option: string, value: string): Promise<void> {
    const search = this.searchable(option)
    await expect(search.or(this.option(option))).toBeVisible()
    if (await search.isVisible()) {
      await search.click()
      const dialog = this.#app.page.getByRole('dialog', { name: option })
      await dialog.getByRole('combobox').fill(value)
      await dialog.getByRole('combobox').press('Enter')
      await expect(dialog).toBeHidden()
      return
    }
    await this.option(option).selectOption(value)
    await this.#confirmUnasked()
    await expect(this.option(option)).toHaveValue(value)
  }

  /** Means it, where Parley asks before the agent acts without asking. */
  async #confirmUnasked(): Promise<void> {
    const { page } = this.#app
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))) // until it is drawn
    const question = page.getByRole('dialog', { name: 'Act without asking' })
    if (await question.isVisible())
      await question.getByRole('button', { name: 'Switch' }).click()
  }

  /** The other values of an option; empty if there is no such option. */
  async otherValues(option: string): Promise<string[]> {
    const search = this.searchable(option)
    if (await search.isVisible()) {
      const chosen = (await search.getAttribute('aria-label') ?? '').slice(`${option}: `.length)
      await search.click()
      const names = await this.#app.page.getByRole('listbox', { name: option }).locator('.name').allInnerTexts()
      await this.#app.page.keyboard.press('Escape')
      return names.filter(name => name !== chosen)
    }
    if (!await this.option(option).isVisible())
      return []
    return this.option(option).locator('option').evaluateAll(options =>
      options.flatMap(option => (option as HTMLOptionElement).selected ? [] : [(option as HTMLOptionElement).value]))
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

  /** An option with so many values that they are searched. */
  searchable(name: string): Locator {
    return this.#app.page.getByRole('group', { name: 'Options' }).getByRole('button', { name: new RegExp(`^${name}: `) })
  }

  entries(kind: string): Locator {
    return this.#app.page.getByRole('log', { name: 'Transcript' }).locator(`[data-entry=${kind}]`)
  }

  /**
   * How a turn without output of the model is shown: as an error, in the agent's words, or as silence that Stop ends.
   */
  async seenEmpty(prompt: string): Promise<string> {
    await this.send(prompt)
    const end = this.entries('turn-end').nth(this.#turns - 1)
    await expect(end.or(this.#silent).first()).toBeVisible({ timeout: answerMs })
    // A busy machine is silent for a while, too.
    if (!await end.waitFor({ timeout: patienceMs }).then(() => true, () => false))
      return this.#stopSilent(end)
    const said = (await this.entries('agent').allInnerTexts()).join('').trim()
    const words = (await end.locator('.words').innerText()).trim()
    expect(said !== '' || words !== 'Done', 'it does not look as if all went well').toBe(true)
    return words.includes('without an answer') ? 'reported' : 'reported in its words'
  }

  /**
   * How a turn with a failing model is shown: as that fault, as a sign-in, or as silence that Stop ends. Anything else
   * fails.
   */
  async seenFault(prompt: string, fault: string): Promise<string> {
    await this.send(prompt)
    const end = this.entries('turn-end').nth(this.#turns - 1)
    const signIn = this.#app.page.getByRole('region', { name: 'Sign-in' })
    await expect(end.or(signIn).or(this.#silent).first()).toBeVisible({ timeout: answerMs })
    if (await signIn.isVisible())
      return 'asks to sign in'
    if (await end.isVisible()) {
      const seen = await end.locator('[data-reason]').getAttribute('data-fault')
      const said = (await this.entries('agent').last().innerText({ timeout: 1_000 }).catch(() => '')).trim()
      expect(seen === fault || said !== '', 'it does not look as if all went well').toBe(true)
      return seen === fault ? 'reported' : 'in its own words'
    }
    return this.#stopSilent(end)
  }

  async #stopSilent(end: Locator): Promise<string> {
    const said = await this.entries('notice').count() > 0 ? 'retries, and says so' : 'retries; silence reported'
    await this.stop()
    await expect(end).toBeVisible()
    return said
  }

  /** Shows the results of calls that fold to a line. */
  async openResults(): Promise<void> {
    for (const title of await this.entries('tool').locator('button.title[aria-expanded=false]').all())
      await title.click()
  }

  /** Number of steps shown inside a subagent's call. */
  async nestedSteps(): Promise<number> {
    await this.unfold()
    const subagents = this.entries('tool').getByRole('region', { name: 'Subagent' })
    if (await subagents.count() === 0)
      return 0
    await subagents.first().locator('summary').click()
    return subagents.first().getByRole('article').count()
  }

  /** Height of the conversation in pixels, from its first entry to the end of its last. */
  height(): Promise<number> {
    return this.#app.page.getByRole('log', { name: 'Transcript' }).evaluate((log) => {
      const entries = [...log.querySelectorAll('article')].map(entry => entry.getBoundingClientRect())
      return Math.max(...entries.map(({ bottom }) => bottom)) - Math.min(...entries.map(({ top }) => top))
    })
  }

  get #silent(): Locator {
    return this.#app.page.getByRole('status', { name: 'Agent state' }).filter({ hasText: 'Model silent' })
  }

  get #forThread(): Locator {
    return this.dialog.getByRole('button', { name: /^Allow for this thread(?!, in the sandbox)/ })
  }

  get dialog(): Locator {
    return this.#app.page.getByRole('alertdialog', { name: 'Permission needed' })
  }

  get terminal(): Locator {
    return this.#app.page.getByRole('region', { name: 'Terminal', exact: true })
  }
}
