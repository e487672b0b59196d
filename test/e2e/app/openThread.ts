import type { App } from '../fixtures'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Locator } from '@playwright/test'
import { unfoldWork } from '../../support/unfoldWork'

/** Three frames. */
const settledMs = 50

/** The kinds of transcript entries. */
export type EntryKind = 'user' | 'agent' | 'thought' | 'tool' | 'plan' | 'permission' | 'elicitation' | 'notice' | 'turn-end'

/** The open thread, found by roles and names like a screen reader. */
export class OpenThread {
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  /** Starts a thread and shows it. In the web shell this takes half the CPU time of the form. */
  async start(agentName = 'Demo agent', folder = this.#app.folders.workspace): Promise<void> {
    const { page } = this.#app
    const client = await this.#app.client()
    if (client === undefined)
      return this.startInForm(agentName, folder)
    const agent = (await client.host.listAgents({})).find(({ name }) => name === agentName)
    if (agent === undefined)
      throw new Error(`There is no agent "${agentName}".`)
    const { threadId } = await client.host.startThread({ agentId: agent.agentId, folder, command: agent.command })
    const link = page.locator(`[data-thread="${threadId}"] a`)
    await link.waitFor({ state: 'attached' })
    await page.evaluate(id => location.hash = `#/threads/${id}`, threadId)
    await expect(link).toHaveAttribute('aria-current', 'page')
    await this.message.waitFor()
  }

  /** Starts a thread in the New thread form. */
  async startInForm(agentName = 'Demo agent', folder = this.#app.folders.workspace): Promise<void> {
    const { page } = this.#app
    await page.getByRole('button', { name: 'New thread' }).click()
    const form = page.getByRole('dialog', { name: 'New thread' })
    await form.getByRole('radiogroup', { name: 'Agent' }).getByRole('radio', { name: new RegExp(`^${agentName}`) }).first().check()
    await form.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()
    await expect(this.message).toBeVisible()
  }

  async open(title: string): Promise<void> {
    await this.link(title).click()
    await expect(this.main.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }

  /** Chooses an item of a thread's menu in the list. */
  async choose(title: string, item: string | RegExp): Promise<void> {
    await this.link(title).click({ button: 'right' })
    await this.#app.page.getByRole('menuitem', { name: item }).click()
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text)
    await this.#app.page.getByRole('button', { name: 'Send', exact: true }).click()
  }

  /** Sends `text` and waits for the end of the turn, which folds its work. */
  async finish(text: string): Promise<void> {
    const isNewEnd = await this.#newTurnEnd()
    await this.send(text)
    await expect.poll(isNewEnd, { message: `the turn of "${text}" ends` }).toBe(true)
  }

  /** Sends `text`, waits for the end of the turn and unfolds its work. Returns why it ended. */
  async ask(text: string): Promise<string | null> {
    await this.finish(text)
    await this.unfold()
    return this.endReason()
  }

  /** Sends `text`, answers one question with `option`, and waits for the end of the turn. */
  async askAndAnswer(text: string, option: string): Promise<string | null> {
    const isNewEnd = await this.#newTurnEnd()
    await this.send(text)
    await this.answer(option)
    await expect.poll(isNewEnd, { message: `the turn of "${text}" ends` }).toBe(true)
    await this.unfold()
    return this.endReason()
  }

  /** Clicks an option of the open question once it accepts answers. */
  async answer(option: string | RegExp): Promise<void> {
    // While an element is missing, each poll of an expectation takes a snapshot of the whole page.
    await this.option(option).waitFor()
    // Playwright would scroll a disabled button back and forth, and a button that has just moved accepts no answer.
    await expect(this.option(option)).toBeEnabled()
    await this.option(option).click()
  }

  /** Expects exactly these options of the open question, in this order. */
  async expectOptions(names: readonly string[]): Promise<void> {
    const buttons = this.dialog.locator('[data-answer]:not([data-fact=read-only] *)')
    await expect(buttons).toHaveCount(names.length)
    for (const [index, name] of names.entries())
      await expect(buttons.nth(index)).toHaveAccessibleName(name)
  }

  /** Clicks Stop and waits for the end of the turn. Returns why it ended. */
  async stop(): Promise<string | null> {
    await this.button('Stop').click()
    await this.seeEnd()
    return this.endReason()
  }

  /** Waits for the end of the turn, and unfolds its work. */
  async seeEnd(): Promise<void> {
    await expect(this.lastEntry).toHaveAttribute('data-entry', 'turn-end')
    await this.unfold()
  }

  /** Unfolds all work and runs of calls. */
  unfold(): Promise<void> {
    return unfoldWork(this.log)
  }

  entries(kind: EntryKind): Locator {
    return this.log.locator(`[data-entry=${kind}]`)
  }

  tool(title: string | RegExp): Locator {
    return this.entries('tool').filter({ hasText: title })
  }

  button(name: string): Locator {
    return this.main.getByRole('button', { name, exact: true })
  }

  option(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  link(title: string): Locator {
    return this.#app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: title, exact: true })
  }

  endReason(): Promise<string | null> {
    return this.entries('turn-end').last().locator('[data-reason]').getAttribute('data-reason')
  }

  get main(): Locator {
    return this.#app.page.getByRole('main')
  }

  get log(): Locator {
    return this.#app.page.getByRole('log', { name: 'Transcript' })
  }

  get lastEntry(): Locator {
    return this.log.getByRole('article').last()
  }

  get message(): Locator {
    return this.#app.page.getByRole('textbox', { name: 'Message', exact: true })
  }

  get state(): Locator {
    return this.#app.page.getByRole('status', { name: 'Agent state' })
  }

  get dialog(): Locator {
    return this.#app.page.getByRole('alertdialog', { name: 'Permission needed' })
  }

  get terminal(): Locator {
    return this.#app.page.getByRole('region', { name: 'Terminal', exact: true })
  }

  /**
   * Neither a count nor the element would identify an entry: those far from the view are removed from the page, and
   * recreated near it.
   */
  async #newTurnEnd(): Promise<() => Promise<boolean>> {
    const before = await this.#lastEntryId()
    return async () => {
      const id = await this.#lastEntryId()
      return id !== null && id !== before && await this.log.locator(`[data-entry=turn-end][data-entry-id="${id}"]`).count() > 0
    }
  }

  /**
   * Waits until the id stays the same for a few frames: while the view changes its height, the newest entries may be
   * missing for a moment.
   */
  async #lastEntryId(): Promise<string | null> {
    const idOf = async (): Promise<string | null> => await this.lastEntry.count() > 0 ? this.lastEntry.getAttribute('data-entry-id') : null
    for (let id = await idOf(); ;) {
      await pause(settledMs)
      const now = await idOf()
      if (now === id)
        return now
      id = now
    }
  }
}
